/* oxlint-disable vitest/valid-expect, vitest/expect-expect -- a table has to say which row it was */
// Every refusal of docs/program.md, reached on the deployed program, and the order in which they take precedence.

import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import type { LaunchTexts } from '../src/chain/program/instructions.ts'
import { addressBytes, type Instruction } from '../src/chain/program/message.ts'
import { PROGRAM_ERROR_CODES } from '../src/core/errors.ts'
import { lamports } from '../src/core/money.ts'
import { Chain, type Coin, SOL, SUPPLY, type Wallet, wallet } from './harness.ts'

const U64 = (1n << 64n) - 1n
const [creator, user, stranger] = [wallet(1), wallet(2), wallet(3)]
const payer = wallet(9)

interface Scene {
  readonly chain: Chain
  readonly coin: Coin
}

interface Case {
  readonly code: (typeof PROGRAM_ERROR_CODES)[number]
  readonly when: string
  readonly signers?: readonly Wallet[]
  readonly instruction: (scene: Scene) => Instruction | Promise<Instruction>
}

const withData = (instruction: Instruction, data: Uint8Array): Instruction => ({ ...instruction, data })
const withAccounts = (
  instruction: Instruction,
  change: (accounts: Instruction['accounts']) => Instruction['accounts'],
) => ({
  ...instruction,
  accounts: change(instruction.accounts),
})
const replaced = (instruction: Instruction, index: number, address: Address): Instruction =>
  withAccounts(instruction, (accounts) => accounts.map((a, i) => (i === index ? { ...a, address } : a)))
const unsigned = (instruction: Instruction, index: number): Instruction =>
  withAccounts(instruction, (accounts) => accounts.map((a, i) => (i === index ? { ...a, signer: false } : a)))
const launchWith = (texts: Partial<LaunchTexts>) => async (scene: Scene) =>
  scene.chain.launch(await scene.chain.coin(creator, texts, 2))

/** Writes u64 fields of the market as no transaction could. */
function rewriteMarket({ chain, coin }: Scene, fields: Readonly<Record<number, bigint>>): void {
  const { market } = coin.addresses
  const data = chain.data(market).slice()
  for (const [offset, value] of Object.entries(fields))
    new DataView(data.buffer).setBigUint64(Number(offset), value, true)
  chain.setAccount(market, chain.program, data, chain.lamportsOf(market))
}

const cases: readonly Case[] = [
  {
    code: 'unknownInstruction',
    when: 'the tag is 5',
    instruction: async (s) => withData(await buy(s, 1n), Uint8Array.of(5)),
  },
  {
    code: 'unknownInstruction',
    when: 'the tag is 255',
    instruction: async (s) => withData(await buy(s, 1n), Uint8Array.of(255)),
  },
  {
    code: 'malformedInstruction',
    when: 'there is no data',
    instruction: async (s) => withData(await buy(s, 1n), new Uint8Array()),
  },
  {
    code: 'malformedInstruction',
    when: 'a byte is missing',
    instruction: async (s) => {
      const instruction = await buy(s, SOL)
      return withData(instruction, instruction.data.slice(0, -1))
    },
  },
  {
    code: 'malformedInstruction',
    when: 'there is a byte too many',
    instruction: async (s) => withData(await sell(s, 1n), Uint8Array.of(...(await sell(s, 1n)).data, 0)),
  },
  {
    code: 'malformedInstruction',
    when: 'a text is longer than the data',
    instruction: async (s) => withData(s.chain.launch(s.coin), Uint8Array.of(2, 200, 97)),
  },
  {
    code: 'wrongAccountCount',
    when: 'one is missing',
    instruction: async (s) => withAccounts(await buy(s, SOL), (a) => a.slice(0, -1)),
  },
  {
    code: 'wrongAccountCount',
    when: 'one is too many',
    instruction: async (s) => withAccounts(await buy(s, SOL), (a) => [...a, a[0]!]),
  },
  {
    code: 'wrongAccountCount',
    when: 'there are forty',
    instruction: async (s) => withAccounts(await buy(s, SOL), (a) => Array.from({ length: 40 }, () => a[0]!)),
  },
  {
    code: 'missingSignature',
    when: 'the buyer has not signed',
    signers: [],
    instruction: async (s) => unsigned(await buy(s, SOL), 0),
  },
  {
    code: 'missingSignature',
    when: 'the seller has not signed',
    signers: [],
    instruction: async (s) => unsigned(await sell(s, 1n), 0),
  },
  {
    code: 'missingSignature',
    when: 'the creator has not signed a launch',
    signers: [],
    instruction: async (s) => unsigned(s.chain.launch(await s.chain.coin(creator, {}, 2)), 0),
  },
  {
    code: 'missingSignature',
    when: 'the admin has not signed',
    signers: [],
    instruction: (s) => unsigned(s.chain.updateConfig(s.chain.authority, {}), 0),
  },
  {
    code: 'missingSignature',
    when: 'the creator has not signed a claim',
    signers: [],
    instruction: (s) => unsigned(s.chain.claimCreatorFees(creator, s.coin), 0),
  },
  {
    code: 'missingSignature',
    when: 'the booster has not signed',
    signers: [],
    instruction: (s) => unsigned(s.chain.boost(user, s.coin), 0),
  },
  {
    code: 'wrongAddress',
    when: 'the vault is another account',
    instruction: async (s) => replaced(await buy(s, SOL), 4, s.coin.addresses.escrowVault),
  },
  {
    code: 'wrongAddress',
    when: 'the treasury is somebody else',
    signers: [],
    instruction: (s) => s.chain.claimTreasuryFees(stranger.address),
  },
  {
    code: 'wrongAccountOwner',
    when: 'the market belongs to the system program',
    instruction: async (s) => replaced(await buy(s, SOL), 1, stranger.address),
  },
  {
    code: 'wrongAccountKind',
    when: 'the market is the Config',
    instruction: async (s) => replaced(await buy(s, SOL), 1, s.chain.config),
  },
  {
    code: 'wrongAccountKind',
    when: 'the Config is a market',
    instruction: async (s) => replaced(await buy(s, SOL), 2, s.coin.addresses.market),
  },
  {
    code: 'wrongTokenAccount',
    when: "the coins would go to somebody else's account",
    instruction: async (s) => replaced(await buy(s, SOL), 5, await s.chain.coinAccount(stranger, s.coin)),
  },
  {
    code: 'wrongTokenAccount',
    when: "the coins are somebody else's",
    instruction: async (s) => replaced(await sell(s, 1n), 5, await s.chain.coinAccount(stranger, s.coin)),
  },
  {
    code: 'notUpgradeAuthority',
    when: 'a stranger writes the Config',
    signers: [stranger],
    instruction: (s) => s.chain.initializeConfig(stranger),
  },
  {
    code: 'notAdmin',
    when: 'a stranger changes the Config',
    signers: [stranger],
    instruction: (s) => s.chain.updateConfig(stranger, {}),
  },
  {
    code: 'notCreator',
    when: 'a stranger claims',
    signers: [stranger],
    instruction: (s) => s.chain.claimCreatorFees(stranger, s.coin),
  },
  {
    code: 'alreadyInitialized',
    when: 'the Config exists',
    signers: [],
    instruction: (s) => s.chain.initializeConfig(s.chain.authority),
  },
  {
    code: 'alreadyLaunched',
    when: 'the mint exists',
    signers: [creator],
    instruction: (s) => s.chain.launch(s.coin),
  },
  ...([
    { sellFeeBps: 501 },
    { creatorShareBps: 10_001 },
    { boostPriceLamports: lamports(0) },
    { boostPriceLamports: lamports(100n * SOL + 1n) },
    { boostSeconds: 59 },
    { boostSeconds: 2_592_001 },
    { graduationMarketCapLamports: lamports(2n * SOL - 1n) },
    { graduationMarketCapLamports: lamports(1_000_000n * SOL + 1n) },
    { treasury: '11111111111111111111111111111111' as Address },
    { admin: '11111111111111111111111111111111' as Address },
  ].map(
    (values): Case => ({
      code: 'configOutOfRange',
      when: `the terms have ${JSON.stringify(values, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`,
      signers: [],
      instruction: (s) => s.chain.updateConfig(s.chain.authority, values),
    }),
  ) satisfies readonly Case[]),
  {
    code: 'configOutOfRange',
    when: 'the treasury is the Config itself',
    signers: [],
    instruction: (s) => s.chain.updateConfig(s.chain.authority, { treasury: s.chain.config }),
  },
  {
    code: 'configOutOfRange',
    when: 'paused is 2',
    signers: [],
    instruction: (s) => {
      const instruction = s.chain.updateConfig(s.chain.authority, {})
      return withData(instruction, Uint8Array.of(...instruction.data.slice(0, -1), 2))
    },
  },
  {
    code: 'paused',
    when: 'a buy meets the pause',
    instruction: (s) => {
      s.chain.must(s.chain.updateConfig(s.chain.authority, {}, true), s.chain.authority)
      return buy(s, SOL)
    },
  },
  {
    code: 'paused',
    when: 'a launch meets the pause',
    signers: [creator],
    instruction: (s) => {
      s.chain.must(s.chain.updateConfig(s.chain.authority, {}, true), s.chain.authority)
      return launchWith({})(s)
    },
  },
  {
    code: 'mintNotJpg',
    when: 'the address ends otherwise',
    signers: [creator],
    instruction: launchWith({ seed: 'plain' }),
  },
  ...(
    [
      ['the name is empty', { name: '' }],
      ['the name has 51 characters', { name: 'x'.repeat(51) }],
      ['the symbol is empty', { symbol: '' }],
      ['the symbol has 11 characters', { symbol: 'é'.repeat(11) }],
      ['the collection name is empty', { collectionName: '' }],
      ['the collection name has 51 characters', { collectionName: '🚀'.repeat(51) }],
      ['the uri is empty', { uri: '' }],
      ['the uri has 121 bytes', { uri: 'u'.repeat(121) }],
      ['the uri has 61 two-byte characters', { uri: 'é'.repeat(61) }],
      ['the name has a control character', { name: 'a\u0007b' }],
      ['the name has a later control character', { name: 'a\u0085b' }],
    ] as const
  ).map(
    ([when, texts]): Case => ({
      code: 'invalidText',
      when,
      signers: [creator],
      instruction: launchWith(texts as Partial<LaunchTexts>),
    }),
  ),
  ...['', 'Upper', 'has space', 'dash-ed'].map(
    (seed): Case => ({
      code: 'invalidText',
      when: `the seed is "${seed}"`,
      signers: [creator],
      instruction: launchWith({ seed }),
    }),
  ),
  {
    code: 'invalidText',
    when: 'the name is not UTF-8',
    signers: [creator],
    instruction: async (s) => {
      const instruction = await launchWith({ name: 'abcd' })(s)
      const data = instruction.data.slice()
      data[data.indexOf(97, 12)] = 0xff
      return withData(instruction, data)
    },
  },
  { code: 'amountZero', when: 'nothing is paid', instruction: (s) => buy(s, 0n) },
  { code: 'amountZero', when: 'nothing is sold', instruction: (s) => sell(s, 0n) },
  {
    code: 'amountTooSmall',
    when: 'a lamport buys less than a base unit',
    instruction: (s) => {
      rewriteMarket(s, { 104: 10n ** 18n, 112: 10n ** 6n })
      return buy(s, 1n)
    },
  },
  { code: 'amountTooSmall', when: 'a base unit sells for nothing', instruction: (s) => sell(s, 1n) },
  { code: 'amountTooSmall', when: 'the fee takes the only lamport', instruction: (s) => sell(s, 150_000n) },
  {
    code: 'slippageExceeded',
    when: 'less would come out of a buy',
    instruction: (s) => buy(s, 1_000n, SUPPLY),
  },
  {
    code: 'slippageExceeded',
    when: 'less would come out of a sell',
    instruction: (s) => sell(s, 10n ** 12n, SOL),
  },
  { code: 'insufficientLamports', when: 'the buyer has less', instruction: (s) => buy(s, 100_000n * SOL) },
  { code: 'insufficientLamports', when: 'the buyer says 2^64 - 1', instruction: (s) => buy(s, U64) },
  {
    code: 'insufficientLamports',
    when: 'the booster has less',
    instruction: (s) => {
      s.chain.svm.setAccount({ ...account(user.address), lamports: 10_000_000n as never })
      return s.chain.boost(user, s.coin)
    },
  },
  {
    code: 'insufficientLamports',
    when: 'the creator cannot pay the rents',
    signers: [creator],
    instruction: (s) => {
      s.chain.svm.setAccount({ ...account(creator.address), lamports: 9_000_000n as never })
      return launchWith({})(s)
    },
  },
  { code: 'insufficientBaseUnits', when: 'the seller has fewer', instruction: (s) => sell(s, SUPPLY) },
  { code: 'insufficientBaseUnits', when: 'the seller says 2^64 - 1', instruction: (s) => sell(s, U64) },
  {
    code: 'nothingToClaim',
    when: 'no fees are owed',
    signers: [creator],
    instruction: (s) => s.chain.claimCreatorFees(creator, s.coin),
  },
  {
    code: 'nothingToClaim',
    when: 'the Config has its rent alone',
    signers: [],
    instruction: (s) => s.chain.claimTreasuryFees(),
  },
  {
    code: 'overflow',
    when: 'the reserve would not fit 64 bits',
    instruction: (s) => {
      rewriteMarket(s, { 104: U64 - 5n, 120: 0n })
      return buy(s, 6n)
    },
  },
  {
    code: 'overflow',
    when: 'the boost would last past the end of time',
    instruction: (s) => {
      rewriteMarket(s, { 168: (1n << 63n) - 1n })
      return s.chain.boost(user, s.coin)
    },
  },
  {
    code: 'invariantBroken',
    when: 'the market has fewer lamports than its books say',
    instruction: (s) => {
      rewriteMarket(s, { 120: s.chain.lamportsOf(s.coin.addresses.market) + 1n })
      return buy(s, SOL)
    },
  },
  {
    code: 'invariantBroken',
    when: 'the vault has fewer coins than the reserve',
    instruction: (s) => {
      rewriteMarket(s, { 112: SUPPLY + 1n })
      return buy(s, SOL)
    },
  },
  {
    code: 'invariantBroken',
    when: 'the Config would pay itself',
    signers: [],
    instruction: ({ chain }) => {
      const data = chain.data(chain.config).slice()
      data.set(addressBytes(chain.config), 40)
      chain.setAccount(chain.config, chain.program, data, SOL)
      return chain.claimTreasuryFees(chain.config)
    },
  },
  {
    code: 'invariantBroken',
    when: 'a sale would pay out more than was paid in',
    instruction: (s) => {
      rewriteMarket(s, { 120: 1n })
      return sell(s, 10n ** 12n)
    },
  },
]

function account(address: Address) {
  return {
    address,
    lamports: 0n as never,
    data: new Uint8Array(),
    executable: false,
    programAddress: '11111111111111111111111111111111' as Address,
    space: 0n,
  }
}
const buy = ({ chain, coin }: Scene, paid: bigint, least = 0n) => chain.buy(user, coin, paid, least)
const sell = ({ chain, coin }: Scene, given: bigint, least = 0n) => chain.sell(user, coin, given, least)

/** A chain with a coin of which `user` has a SOL's worth, as it was before each case. */
async function openScene(): Promise<{ scene: Scene; reset: () => void }> {
  const chain = await Chain.open()
  for (const one of [creator, user, stranger, payer]) chain.fund(one.address, 10n * SOL)
  const coin = await chain.launched(creator, {}, 1)
  for (const one of [user, stranger])
    chain.must([await chain.createCoinAccount(one, coin), await chain.buy(one, coin, SOL)], one)
  const kept = await touched({ chain, coin })
  const accounts = kept.map((address) => chain.svm.getAccount(address))
  const reset = () => {
    for (const one of accounts) if (one.exists) chain.svm.setAccount(one)
  }
  return { scene: { chain, coin }, reset }
}

async function touched({ chain, coin }: Scene): Promise<Address[]> {
  const accounts = await Promise.all([user, stranger].map((one) => chain.coinAccount(one, coin)))
  const { config, mint, market, vault, escrowVault, collection } = coin.addresses
  const wallets = [creator, user, stranger, chain.authority].map((one) => one.address)
  return [config, mint, market, vault, escrowVault, collection, ...accounts, ...wallets, chain.treasury]
}

test('every refusal is reached, and moves nothing', async () => {
  const { scene, reset } = await openScene()
  for (const { code, when, signers, instruction } of cases) {
    reset()
    const built = await instruction(scene)
    const watched = await touched(scene)
    const before = scene.chain.snapshot(watched)
    const all = signers ?? [user]
    const needed = built.accounts.some((one) => one.signer && one.address === scene.chain.authority.address)
    const sent = scene.chain.send([built], payer, ...(needed ? [scene.chain.authority] : all))
    expect(sent.failure, `${code} when ${when}\n${sent.logs.join('\n')}`).toBe(code)
    expect(scene.chain.snapshot(watched), `${code} when ${when}`).toEqual(before)
  }
  const reached = new Set(cases.map(({ code }) => code))
  expect(PROGRAM_ERROR_CODES.filter((code) => !reached.has(code))).toEqual([])
})

test('what is wrong first is said: accounts, signature, state, amount', async () => {
  const { scene } = await openScene()
  const { chain, coin } = scene
  chain.must(chain.updateConfig(chain.authority, {}, true), chain.authority)
  const bad = await chain.buy(user, coin, 0n, U64)
  const noSignature = unsigned(bad, 0)
  expect(chain.send([replaced(noSignature, 4, coin.addresses.escrowVault)], payer).failure).toBe(
    'wrongAddress',
  )
  expect(chain.send([noSignature], payer).failure).toBe('missingSignature')
  expect(chain.send([bad], payer, user).failure).toBe('paused')
  chain.must(chain.updateConfig(chain.authority, {}, false), chain.authority)
  expect(chain.send([bad], payer, user).failure).toBe('amountZero')
})

test('a pause stops neither sells nor boosts nor claims', async () => {
  const { scene } = await openScene()
  const { chain, coin } = scene
  chain.must(chain.updateConfig(chain.authority, {}, true), chain.authority)
  chain.fund(chain.treasury, SOL)
  chain.must(await chain.sell(user, coin, 10n ** 12n), payer, user)
  chain.must(chain.boost(user, coin), payer, user)
  chain.must(chain.claimCreatorFees(creator, coin), payer, creator)
  chain.must(chain.claimTreasuryFees(), payer)
})
