/* oxlint-disable vitest/valid-expect, vitest/expect-expect -- a table has to say which row it was */
// Every refusal of docs/program.md, reached on the deployed program, and the order in which they take precedence.

import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { quoteBuyExactOut } from '@twinmint/sdk/core/curve'
import { PROGRAM_ERROR_CODES } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { EVENT_TAG, type LaunchTexts } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import {
  Chain,
  type Coin,
  type LaunchInput,
  NFT_PRICE,
  SOL,
  SUPPLY,
  setVersion,
  TEXTS,
  type Wallet,
  wallet,
} from './harness.ts'

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
const readOnly = (instruction: Instruction, index: number): Instruction =>
  withAccounts(instruction, (accounts) =>
    accounts.map((a, i) => (i === index ? { ...a, writable: false } : a)),
  )
const launchWith = (texts: LaunchInput) => async (scene: Scene) =>
  scene.chain.launch(await scene.chain.coin(creator, texts, 2))

/** Writes u64 fields of the market as no transaction could. */
function rewriteMarket({ chain, coin }: Scene, fields: Readonly<Record<number, bigint>>): void {
  const { market } = coin.addresses
  const data = chain.data(market).slice()
  for (const [offset, value] of Object.entries(fields))
    new DataView(data.buffer).setBigUint64(Number(offset), value, true)
  chain.setAccount(market, chain.program, data, chain.lamportsOf(market))
}

/** Nothing but spaces, or what belongs to a neighbour that is not there. */
const BLANKS = [
  ' ',
  '\u00a0',
  '\u1680\u2000\u200a',
  '\u202f\u205f\u3000',
  '\u200c',
  '\ufe00',
  '\ufe0f \u200d',
]
/** Invisible, or turning the text around; each end of each range. */
const UNSEEN = [
  0x0, 0x1f, 0x7f, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x200b, 0x200e,
  0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x206f, 0x2800, 0x3164, 0xe000, 0xf8ff,
  0xfeff, 0xffa0, 0xfff0, 0xfffb, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0xe0fff, 0xf0000, 0x10ffff,
].map((point) => String.fromCodePoint(point))
const escaped = (text: string) =>
  Array.from(text, (character) => `U+${character.codePointAt(0)?.toString(16)}`).join(' ')

/** Reached in the tests of the keys, of shared fees and of the NFT market. */
const ELSEWHERE = [
  'notPaused',
  'pauseTooSoon',
  'notPauseKey',
  'notOffered',
  'feeSharesOutOfRange',
  'notFeeShares',
  'listingExpired',
  'offerExpired',
  'expiryOutOfRange',
  'notSeller',
  'notBidder',
  'priceTooHigh',
  'offerTooLow',
  'nftNotInOffer',
  'offerEmpty',
  'offerExists',
  'notListed',
  'offerClosed',
]

const cases: readonly Case[] = [
  {
    code: 'unknownInstruction',
    when: 'the tag is 200',
    instruction: async (s) => withData(await buy(s, 1n), Uint8Array.of(200)),
  },
  {
    code: 'unknownInstruction',
    when: 'the tag is 254',
    instruction: async (s) => withData(await buy(s, 1n), Uint8Array.of(254)),
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
    code: 'malformedInstruction',
    when: 'a capture takes from neither the collection nor the escrow',
    instruction: async (s) => withData(await s.chain.capture(user, s.coin, 2), Uint8Array.of(5, 2, 0, 2)),
  },
  {
    code: 'malformedInstruction',
    when: 'a capture has no source',
    instruction: async (s) => withData(await s.chain.capture(user, s.coin, 2), Uint8Array.of(5, 2, 0)),
  },
  {
    code: 'malformedInstruction',
    when: 'a release has a byte too many',
    instruction: async (s) => withData(await s.chain.release(user, s.coin, 1), Uint8Array.of(6, 1, 0, 0)),
  },
  {
    code: 'malformedInstruction',
    when: 'an exact buy has no most',
    instruction: async (s) => withData(await exact(s, 1n), (await exact(s, 1n)).data.slice(0, 9)),
  },
  {
    code: 'malformedInstruction',
    when: 'an event is shorter than a record',
    signers: [],
    instruction: (s) => event(s, s.coin.addresses.market, 151),
  },
  {
    code: 'wrongAccountCount',
    when: 'an event names two accounts',
    signers: [],
    instruction: (s) => withAccounts(event(s, s.coin.addresses.market), (a) => [...a, a[0]!]),
  },
  {
    code: 'wrongAccountOwner',
    when: 'an event is signed by a wallet',
    instruction: (s) => event(s, user.address, 152, true),
  },
  {
    code: 'missingSignature',
    when: 'somebody else than the program tells an event of the Config',
    signers: [],
    instruction: (s) => event(s, s.chain.config),
  },
  {
    code: 'missingSignature',
    when: 'somebody else than the program tells an event',
    signers: [],
    instruction: (s) => event(s, s.coin.addresses.market),
  },
  ...(
    [
      ['capture', (s: Scene) => s.chain.capture(user, s.coin, 2)],
      ['capture from the escrow', (s: Scene) => s.chain.capture(user, s.coin, 3, 'escrow')],
      ['release', (s: Scene) => s.chain.release(user, s.coin, 1)],
      ['buyExactOut', (s: Scene) => exact(s, 1n)],
    ] as const
  ).flatMap(([what, build]): Case[] => [
    {
      code: 'wrongAccountCount',
      when: `one is missing of ${what}`,
      instruction: async (s) => withAccounts(await build(s), (a) => a.slice(0, -1)),
    },
    {
      code: 'wrongAccountCount',
      when: `one is too many for ${what}`,
      instruction: async (s) => withAccounts(await build(s), (a) => [...a, a[0]!]),
    },
    {
      code: 'missingSignature',
      when: `the user has not signed a ${what}`,
      signers: [],
      instruction: async (s) => unsigned(await build(s), 0),
    },
    {
      code: 'wrongAddress',
      when: `another program stands for this one in a ${what}`,
      instruction: async (s) =>
        withAccounts(await build(s), (a) =>
          a.map((meta, i) => (i === a.length - 1 ? { ...meta, address: stranger.address } : meta)),
        ),
    },
  ]),
  ...[2, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((index): Case[] => [
    {
      code: 'wrongAddress',
      when: `account ${index} of a capture is another`,
      instruction: async (s) => replaced(await s.chain.capture(user, s.coin, 2), index, stranger.address),
    },
    {
      code: 'wrongAddress',
      when: `account ${index} of a capture from the escrow is another`,
      instruction: async (s) =>
        replaced(await s.chain.capture(user, s.coin, 3, 'escrow'), index, stranger.address),
    },
    ...(index === 8
      ? []
      : [
          {
            code: 'wrongAddress',
            when: `account ${index} of a release is another`,
            instruction: async (s) =>
              replaced(await s.chain.release(user, s.coin, 1), index, stranger.address),
          } satisfies Case,
        ]),
  ]),
  {
    code: 'wrongTokenAccount',
    when: 'the coins of a capture are somebody else’s',
    instruction: async (s) =>
      replaced(await s.chain.capture(user, s.coin, 2), 3, await s.chain.coinAccount(stranger, s.coin)),
  },
  {
    code: 'wrongTokenAccount',
    when: 'the coins of a release would go to somebody else',
    instruction: async (s) =>
      replaced(await s.chain.release(user, s.coin, 1), 3, await s.chain.coinAccount(stranger, s.coin)),
  },
  {
    code: 'wrongTokenAccount',
    when: 'the released NFT is in an account of another coin',
    instruction: async (s) =>
      replaced(await s.chain.release(user, s.coin, 1), 8, await s.chain.coinAccount(user, s.coin)),
  },
  {
    code: 'wrongTokenAccount',
    when: 'the released NFT is somebody else’s',
    instruction: async (s) =>
      replaced(await s.chain.release(stranger, s.coin, 1), 8, (await s.chain.nft(user, s.coin, 1)).userNft),
    signers: [stranger],
  },
  ...([0, 67, 1_001, 65_535].map((index) => ({
    code: 'nftIndexOutOfRange',
    when: `the number is ${index}`,
    instruction: (s) => s.chain.capture(user, s.coin, index),
  })) satisfies readonly Case[]),
  ...([0, 1_001, 65_535].map((index) => ({
    code: 'nftIndexOutOfRange',
    when: `the number is ${index}, from the escrow`,
    instruction: (s) => s.chain.capture(user, s.coin, index, 'escrow'),
  })) satisfies readonly Case[]),
  {
    code: 'nftIndexOutOfRange',
    when: 'an NFT is released that no capture makes',
    instruction: async ({ chain, coin }) => {
      const [real, forged] = [await chain.nft(user, coin, 1), await chain.nft(user, coin, 1_001)]
      chain.setAccount(forged.nftMint, TOKEN_2022_PROGRAM, chain.data(real.nftMint))
      const held = chain.data(real.userNft).slice()
      held.set(addressBytes(forged.nftMint))
      chain.setAccount(forged.userNft, TOKEN_2022_PROGRAM, held)
      return chain.release(user, coin, 1_001)
    },
  },
  // What only a broken chain could bring about.
  ...(
    [
      ['address does not end as a collection’s', (data) => data.set([120], findText(data, '/collection'))],
      ['metadata is not there', (data) => data.set([99, 99], findText(data, TEXTS.collectionName) - 72)],
      [
        'name goes on beyond its end',
        (data) => data.set([255, 255], findText(data, TEXTS.collectionName) - 4),
      ],
      ['bytes are not a mint’s', (data) => data.fill(2, 165, 166)],
    ] as const satisfies readonly (readonly [string, (data: Uint8Array) => void])[]
  ).map(
    ([when, change]): Case => ({
      code: 'wrongAccountKind',
      when: `the collection’s ${when}`,
      instruction: ({ chain, coin }) => {
        const data = chain.data(coin.addresses.collection).slice()
        change(data)
        chain.setAccount(coin.addresses.collection, TOKEN_2022_PROGRAM, data)
        return chain.capture(user, coin, 2)
      },
    }),
  ),
  {
    code: 'wrongAccountOwner',
    when: 'the collection belongs to another program',
    instruction: ({ chain, coin }) => {
      const { collection } = coin.addresses
      chain.setAccount(collection, stranger.address, chain.data(collection))
      return chain.capture(user, coin, 2)
    },
  },
  {
    code: 'wrongTokenAccount',
    when: 'the user’s account for the NFT is in other hands',
    instruction: async ({ chain, coin }) => {
      const { userNft } = await chain.nft(user, coin, 3)
      const data = chain.data((await chain.nft(user, coin, 1)).userNft).slice()
      data.set(addressBytes(stranger.address), 32)
      chain.setAccount(userNft, TOKEN_2022_PROGRAM, data)
      return chain.capture(user, coin, 3, 'escrow')
    },
  },
  {
    code: 'wrongTokenAccount',
    when: 'the escrow’s vault is in other hands',
    instruction: ({ chain, coin }) => {
      const { escrowVault } = coin.addresses
      const data = chain.data(escrowVault).slice()
      data.set(addressBytes(stranger.address), 32)
      chain.setAccount(escrowVault, TOKEN_2022_PROGRAM, data)
      return chain.release(user, coin, 1)
    },
  },
  {
    code: 'invariantBroken',
    when: 'the escrow has an account for the NFT that is released',
    instruction: async ({ chain, coin }) => {
      const [held, kept] = [await chain.nft(user, coin, 1), await chain.nft(user, coin, 3)]
      chain.setAccount(held.escrowNft, TOKEN_2022_PROGRAM, chain.data(kept.escrowNft))
      return chain.release(user, coin, 1)
    },
  },
  {
    code: 'nftTaken',
    when: 'the NFT is in circulation',
    instruction: (s) => s.chain.capture(user, s.coin, 1),
  },
  {
    code: 'nftTaken',
    when: 'the NFT is in the escrow',
    instruction: (s) => s.chain.capture(user, s.coin, 3),
  },
  {
    code: 'nftNotInEscrow',
    when: 'the NFT is in circulation',
    instruction: (s) => s.chain.capture(user, s.coin, 1, 'escrow'),
  },
  {
    code: 'nftNotInEscrow',
    when: 'the NFT was never minted',
    instruction: (s) => s.chain.capture(user, s.coin, 500, 'escrow'),
  },
  {
    code: 'nftNotHeld',
    when: 'the account is empty',
    instruction: async (s) => {
      const { userNft } = await s.chain.nft(user, s.coin, 1)
      const data = s.chain.data(userNft).slice()
      data.fill(0, 64, 72)
      s.chain.setAccount(userNft, TOKEN_2022_PROGRAM, data)
      return s.chain.release(user, s.coin, 1)
    },
  },
  {
    code: 'insufficientBaseUnits',
    when: 'there are not 1,000,000 coins for an NFT',
    instruction: async (s) => {
      await holdCoins(s, NFT_PRICE - 1n)
      return s.chain.capture(user, s.coin, 2)
    },
  },
  {
    code: 'insufficientBaseUnits',
    when: 'there are not 1,000,000 coins for one from the escrow',
    instruction: async (s) => {
      await holdCoins(s, NFT_PRICE - 1n)
      return s.chain.capture(user, s.coin, 3, 'escrow')
    },
  },
  ...(
    [
      ['an NFT’s rents', (s: Scene) => s.chain.capture(user, s.coin, 2), 6_000_000n],
      ['the rent of an NFT’s account', (s: Scene) => s.chain.capture(user, s.coin, 3, 'escrow'), 2_074_079n],
      ['the rent of the escrow’s account', (s: Scene) => s.chain.release(user, s.coin, 1), 2_039_279n],
    ] as const
  ).map(
    ([what, build, had]): Case => ({
      code: 'insufficientLamports',
      when: `the user cannot pay ${what}`,
      instruction: (s) => {
        s.chain.svm.setAccount({ ...account(user.address), lamports: had as never })
        return build(s)
      },
    }),
  ),
  {
    code: 'invariantBroken',
    when: 'the escrow has fewer coins than its NFTs in circulation',
    instruction: (s) => {
      rewriteMarket(s, { 160: (2n << 32n) | 3n })
      return s.chain.capture(user, s.coin, 2)
    },
  },
  {
    code: 'invariantBroken',
    when: 'more would be in circulation than were minted',
    instruction: (s) => {
      rewriteMarket(s, { 160: 1n << 32n })
      return s.chain.capture(user, s.coin, 3, 'escrow')
    },
  },
  {
    code: 'invariantBroken',
    when: 'an NFT is released that the books do not know',
    instruction: (s) => {
      rewriteMarket(s, { 160: 2n })
      return s.chain.release(user, s.coin, 1)
    },
  },
  { code: 'amountZero', when: 'nothing is bought exactly', instruction: (s) => exact(s, 0n) },
  {
    code: 'reserveExceeded',
    when: 'all of the reserve is bought',
    instruction: (s) => exact(s, s.chain.market(s.coin).curve.reserveBaseUnits),
  },
  { code: 'reserveExceeded', when: 'more than the reserve is bought', instruction: (s) => exact(s, U64) },
  {
    code: 'overflow',
    when: 'what it costs does not fit 64 bits',
    instruction: (s) => {
      rewriteMarket(s, { 104: U64 })
      return exact(s, 10n ** 12n)
    },
  },
  {
    code: 'slippageExceeded',
    when: 'an exact buy would cost more',
    instruction: async (s) => exact(s, NFT_PRICE, (await priceOf(s, NFT_PRICE)) - 1n),
  },
  {
    code: 'insufficientLamports',
    when: 'an exact buy costs more than the buyer has',
    instruction: (s) => exact(s, s.chain.market(s.coin).curve.reserveBaseUnits - 10n ** 9n),
  },
  {
    code: 'paused',
    when: 'an exact buy meets the pause',
    instruction: (s) => {
      s.chain.setPausedUntil(s.chain.now() + 1n)
      return exact(s, NFT_PRICE)
    },
  },
  {
    code: 'wrongTokenAccount',
    when: 'what is bought exactly would go to somebody else',
    instruction: async (s) => replaced(await exact(s, 1n), 5, await s.chain.coinAccount(stranger, s.coin)),
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
    instruction: async (s) => replaced(await sell(s, 1n), 4, await s.chain.coinAccount(stranger, s.coin)),
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
    { graduationMarketCapLamports: lamports(4n * SOL - 1n) },
    { royaltyBps: 1_001 },
    { marketFeeBps: 501 },
    { graduationMarketCapLamports: lamports(1_000_000n * SOL + 1n) },
    { treasury: '11111111111111111111111111111111' as Address },
  ].map(
    (values): Case => ({
      code: 'configOutOfRange',
      when: `the terms have ${JSON.stringify(values, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`,
      signers: [],
      instruction: (s) => s.chain.updateConfig(s.chain.authority, values),
    }),
  ) satisfies readonly Case[]),
  ...(
    [
      ['a sysvar', () => 'SysvarC1ock11111111111111111111111111111111' as Address],
      ['the program itself', (s: Scene) => s.chain.program],
      ['another program', () => TOKEN_2022_PROGRAM],
      ['a Market', (s: Scene) => s.coin.addresses.market],
      ['a coin account', (s: Scene) => s.coin.addresses.vault],
    ] as const
  ).map(
    ([what, of]): Case => ({
      code: 'configOutOfRange',
      when: `the treasury is ${what}, which can't be paid`,
      signers: [],
      instruction: (s) => s.chain.updateConfig(s.chain.authority, { treasury: of(s) }),
    }),
  ),
  {
    code: 'configOutOfRange',
    when: 'the next treasury is marked read-only',
    signers: [],
    instruction: (s) => readOnly(s.chain.updateConfig(s.chain.authority, { treasury: stranger.address }), 3),
  },
  {
    code: 'wrongAccountKind',
    when: 'the treasury until now is passed over by a read-only mark',
    signers: [],
    instruction: (s) => readOnly(s.chain.updateConfig(s.chain.authority, { treasury: stranger.address }), 2),
  },
  {
    code: 'configOutOfRange',
    when: 'the treasury is the Config itself',
    signers: [],
    instruction: (s) => s.chain.updateConfig(s.chain.authority, { treasury: s.chain.config }),
  },
  {
    code: 'paused',
    when: 'a buy meets the pause',
    instruction: (s) => {
      s.chain.setPausedUntil(s.chain.now() + 1n)
      return buy(s, SOL)
    },
  },
  {
    code: 'paused',
    when: 'a launch meets the pause',
    signers: [creator],
    instruction: (s) => {
      s.chain.setPausedUntil(s.chain.now() + 1n)
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
      ...BLANKS.map((name) => [`the name is ${escaped(name)}`, { name }] as const),
      ['the symbol is a space', { symbol: ' ' }],
      ['the collection’s name is two spaces', { collectionName: '\u3000 ' }],
      ['the uri is a joiner', { uri: '\u200d' }],
      ...UNSEEN.map((one) => [`the name has ${escaped(one)}`, { name: `a${one}b` }] as const),
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
    code: 'nothingToClaim',
    when: 'a market owes the treasury nothing',
    signers: [],
    instruction: (s) => s.chain.collect(s.coin),
  },
  {
    code: 'wrongAccountKind',
    when: 'fees would be collected into a market',
    signers: [],
    instruction: (s) => replaced(s.chain.collect(s.coin), 1, s.coin.addresses.market),
  },
  {
    code: 'invariantBroken',
    when: 'the market has fewer lamports than it has locked',
    signers: [],
    instruction: (s) => {
      rewriteMarket(s, { 232: s.chain.lamportsOf(s.coin.addresses.market), 240: 1n })
      return s.chain.collect(s.coin)
    },
  },
  ...(
    [
      ['a buy', (s: Scene) => buy(s, SOL), user],
      ['an exact buy', (s: Scene) => exact(s, NFT_PRICE), user],
      ['a sell', (s: Scene) => sell(s, NFT_PRICE), user],
      ['a capture', (s: Scene) => s.chain.capture(user, s.coin, 2), user],
      ['a release', (s: Scene) => s.chain.release(user, s.coin, 1), user],
      ['a boost', (s: Scene) => s.chain.boost(user, s.coin), user],
      ['a claim', (s: Scene) => s.chain.claimCreatorFees(creator, s.coin), creator],
      ['a collection', (s: Scene) => s.chain.collect(s.coin), undefined],
    ] as const
  ).map(
    ([what, build, signer]): Case => ({
      code: 'needsMigration',
      when: `${what} meets a market of another version`,
      signers: signer ? [signer] : [],
      instruction: async (s) => {
        const instruction = await build(s)
        setVersion(s.chain, s.coin.addresses.market, 1)
        return instruction
      },
    }),
  ),
  ...(
    [
      ['a buy', (s: Scene) => buy(s, SOL), user],
      ['a launch', launchWith({}), creator],
      ['a change of the terms', (s: Scene) => s.chain.updateConfig(s.chain.authority, {}), undefined],
      ['a claim of the treasury', (s: Scene) => s.chain.claimTreasuryFees(), undefined],
      ['a collection', (s: Scene) => s.chain.collect(s.coin), undefined],
    ] as const
  ).map(
    ([what, build, signer]): Case => ({
      code: 'needsMigration',
      when: `${what} meets a Config of another version`,
      signers: signer ? [signer] : [],
      instruction: async (s) => {
        const instruction = await build(s)
        setVersion(s.chain, s.chain.config, 3)
        return instruction
      },
    }),
  ),
  {
    code: 'wrongAccountOwner',
    when: 'somebody else’s account is migrated',
    instruction: (s) => s.chain.migrate(user, s.coin.addresses.vault),
  },
  ...[0, 1, 240, 328].map(
    (bytes): Case => ({
      code: 'wrongAccountKind',
      when: `${bytes} zeros of ours are migrated`,
      instruction: (s) => {
        s.chain.setAccount(s.coin.addresses.market, s.chain.program, new Uint8Array(bytes), SOL)
        return s.chain.migrate(user, s.coin.addresses.market)
      },
    }),
  ),
  ...[1, 3].flatMap((version): Case[] => [
    {
      code: 'wrongAccountKind',
      when: `a market of version ${version} is migrated`,
      instruction: (s) => {
        setVersion(s.chain, s.coin.addresses.market, version)
        return s.chain.migrate(user, s.coin.addresses.market)
      },
    },
    {
      code: 'wrongAccountKind',
      when: `a Config of version ${version} is migrated`,
      instruction: (s) => {
        setVersion(s.chain, s.chain.config, version)
        return s.chain.migrate(user, s.chain.config)
      },
    },
  ]),
  {
    code: 'missingSignature',
    when: 'nobody pays a migration',
    signers: [],
    instruction: (s) => unsigned(s.chain.migrate(user, s.coin.addresses.market), 0),
  },
  {
    code: 'wrongAddress',
    when: 'a migration names another system program',
    instruction: (s) => replaced(s.chain.migrate(user, s.coin.addresses.market), 2, stranger.address),
  },
  {
    code: 'wrongAddress',
    when: 'another program stands for this one in a migration',
    instruction: (s) => replaced(s.chain.migrate(user, s.coin.addresses.market), 3, stranger.address),
  },
  {
    code: 'feesShared',
    when: 'the creator claims what is shared',
    signers: [creator],
    instruction: async (s) => {
      s.chain.must(await sell(s, NFT_PRICE), payer, user)
      const data = s.chain.data(s.coin.addresses.market).slice()
      data[256] = 255
      s.chain.setAccount(
        s.coin.addresses.market,
        s.chain.program,
        data,
        s.chain.lamportsOf(s.coin.addresses.market),
      )
      return s.chain.claimCreatorFees(creator, s.coin)
    },
  },
  ...([
    { graduationMarketCapLamports: lamports(421n * SOL) },
    { boostPriceLamports: lamports(SOL + 1n) },
    { boostSeconds: 86_401 },
    { sellFeeBps: 101 },
    { creatorShareBps: 5_001 },
    { royaltyBps: 501 },
    { marketFeeBps: 101 },
  ].map(
    (values): Case => ({
      code: 'termsChanged',
      when: `a launch meets another ${Object.keys(values).join()}`,
      signers: [creator],
      instruction: async (s) => {
        const launch = await launchWith({})(s)
        s.chain.must(s.chain.updateConfig(s.chain.authority, values), s.chain.authority)
        return launch
      },
    }),
  ) satisfies readonly Case[]),
  ...[SOL - 1n, 100n * SOL + 1n, 0n, U64].map(
    (opening): Case => ({
      code: 'openingOutOfRange',
      when: `a launch opens with ${opening} lamports`,
      signers: [creator],
      instruction: launchWith({ openingReserveLamports: lamports(opening) }),
    }),
  ),
  {
    code: 'openingOutOfRange',
    when: 'four openings are more than the market cap of graduation',
    signers: [creator],
    instruction: (s) => {
      const terms = { graduationMarketCapLamports: lamports(40n * SOL + 3n) }
      s.chain.must(s.chain.updateConfig(s.chain.authority, terms), s.chain.authority)
      return launchWith({ openingReserveLamports: lamports(10n * SOL + 1n) })(s)
    },
  },
  ...(
    [
      [5_001, 120],
      [5_000, 601],
      [0, 1],
      [1, 0],
      [65_535, 65_535],
    ] as const
  ).map(
    ([guardBps, guardSeconds]): Case => ({
      code: 'guardOutOfRange',
      when: `a guard begins with ${guardBps} and lasts ${guardSeconds} seconds`,
      signers: [creator],
      instruction: launchWith({ guardBps, guardSeconds }),
    }),
  ),
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
const exact = ({ chain, coin }: Scene, baseUnitsOut: bigint, most = U64) =>
  chain.buyExactOut(user, coin, baseUnitsOut, most)

async function priceOf({ chain, coin }: Scene, out: bigint): Promise<bigint> {
  const quote = quoteBuyExactOut(chain.market(coin).curve, baseUnits(out), { nowSeconds: chain.now() })
  if (quote.kind === 'refused') throw new Error(quote.code)
  return quote.lamportsIn
}

const findText = (data: Uint8Array, text: string) => Buffer.from(data).indexOf(text)

async function holdCoins({ chain, coin }: Scene, amount: bigint): Promise<void> {
  const at = await chain.coinAccount(user, coin)
  const data = chain.data(at).slice()
  new DataView(data.buffer).setBigUint64(64, amount, true)
  chain.setAccount(at, TOKEN_2022_PROGRAM, data)
}

/** What only the program may say to itself. */
function event({ chain }: Scene, market: Address, bytes = 152, signer = false): Instruction {
  const data = new Uint8Array(1 + bytes).fill(EVENT_TAG, 0, 1)
  return { programAddress: chain.program, accounts: [{ address: market, signer, writable: false }], data }
}

const sell = ({ chain, coin }: Scene, given: bigint, least = 0n) => chain.sell(user, coin, given, least)

/** A chain with a coin of which `user` has a SOL's worth, as it was before each case. */
async function openScene(): Promise<{ scene: Scene; reset: () => void }> {
  const chain = await Chain.open()
  for (const one of [creator, user, stranger, payer]) chain.fund(one.address, 10n * SOL)
  const coin = await chain.launched(creator, {}, 1)
  for (const one of [user, stranger])
    chain.must([await chain.createCoinAccount(one, coin), await chain.buy(one, coin, SOL)], one)
  // NFT 1 is the user's, the escrow has NFT 3.
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 3)], user)
  chain.must(await chain.release(user, coin, 3), user)
  const kept = await touched({ chain, coin })
  const accounts = kept.map((address) => chain.svm.getAccount(address))
  const reset = () => {
    for (const one of accounts) chain.svm.setAccount(one.exists ? one : account(one.address))
  }
  return { scene: { chain, coin }, reset }
}

async function touched({ chain, coin }: Scene): Promise<Address[]> {
  const accounts = await Promise.all([user, stranger].map((one) => chain.coinAccount(one, coin)))
  const nfts = await Promise.all([1, 2, 3].map((index) => chain.nft(user, coin, index)))
  const ofNfts = nfts.flatMap((nft) => [nft.nftMint, nft.userNft, nft.escrowNft])
  const { config, mint, market, vault, escrowVault, collection } = coin.addresses
  const wallets = [creator, user, stranger, chain.authority].map((one) => one.address)
  return [
    config,
    mint,
    market,
    vault,
    escrowVault,
    collection,
    ...ofNfts,
    ...accounts,
    ...wallets,
    chain.treasury,
  ]
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
  expect(PROGRAM_ERROR_CODES.filter((code) => !reached.has(code))).toEqual(ELSEWHERE)
})

test('what is wrong first is said: accounts, signature, state, amount', async () => {
  const { scene } = await openScene()
  const { chain, coin } = scene
  chain.setPausedUntil(chain.now() + 1n)
  const bad = await chain.buy(user, coin, 0n, U64)
  const noSignature = unsigned(bad, 0)
  expect(chain.send([replaced(noSignature, 4, coin.addresses.escrowVault)], payer).failure).toBe(
    'wrongAddress',
  )
  expect(chain.send([noSignature], payer).failure).toBe('missingSignature')
  expect(chain.send([bad], payer, user).failure).toBe('paused')
  chain.setPausedUntil(chain.now())
  expect(chain.send([bad], payer, user).failure).toBe('amountZero')
})

test('an exact buy: what is wrong first is said', async () => {
  const { scene } = await openScene()
  const { chain, coin } = scene
  const reserve = chain.market(coin).curve.reserveBaseUnits
  const send = async (out: bigint, most: bigint) =>
    chain.send([await exact(scene, out, most)], payer, user).failure
  chain.svm.setAccount({ ...account(user.address), lamports: 1n as never })
  expect(await send(0n, 0n)).toBe('amountZero')
  expect(await send(reserve, 0n)).toBe('reserveExceeded')
  const price = await priceOf(scene, NFT_PRICE)
  expect(await send(NFT_PRICE, price - 1n)).toBe('slippageExceeded')
  expect(await send(NFT_PRICE, price)).toBe('insufficientLamports')
  chain.fund(user.address, price - 1n)
  expect(await send(NFT_PRICE, price)).toBeUndefined()
  expect(chain.lamportsOf(user.address)).toBe(0n)
})

test('a capture: what is wrong first is said', async () => {
  const { scene } = await openScene()
  const { chain, coin } = scene
  const poor = () => {
    chain.svm.setAccount({ ...account(user.address), lamports: 890_880n as never })
    return holdCoins(scene, 0n)
  }
  for (const [source, good, gone, missing] of [
    ['mint', 2, 1, 'nftTaken'],
    ['escrow', 3, 1, 'nftNotInEscrow'],
  ] as const) {
    await poor()
    const send = (instruction: Instruction, ...signers: Wallet[]) =>
      chain.send([instruction], payer, ...signers).failure
    const outOfRange = await chain.capture(user, coin, 1_001, source)
    expect(send(replaced(unsigned(outOfRange, 0), 6, stranger.address))).toBe('wrongAddress')
    expect(send(unsigned(outOfRange, 0))).toBe('missingSignature')
    expect(send(outOfRange, user)).toBe('nftIndexOutOfRange')
    expect(send(await chain.capture(user, coin, gone, source), user)).toBe(missing)
    const capture = await chain.capture(user, coin, good, source)
    expect(send(capture, user)).toBe('insufficientBaseUnits')
    await holdCoins(scene, NFT_PRICE)
    expect(send(capture, user)).toBe('insufficientLamports')
    chain.fund(user.address, SOL)
    expect(send(capture, user)).toBeUndefined()
  }
})

test('a release: what is wrong first is said', async () => {
  const { scene } = await openScene()
  const { chain, coin } = scene
  const send = (instruction: Instruction, ...signers: Wallet[]) =>
    chain.send([instruction], payer, ...signers).failure
  chain.svm.setAccount({ ...account(user.address), lamports: 890_880n as never })
  const release = await chain.release(user, coin, 1)
  const { userNft } = await chain.nft(user, coin, 1)
  const full = chain.svm.getAccount(userNft)
  const empty = chain.data(userNft).slice().fill(0, 64, 72)
  chain.setAccount(userNft, TOKEN_2022_PROGRAM, empty)
  expect(send(replaced(unsigned(release, 0), 6, stranger.address))).toBe('wrongAddress')
  expect(send(unsigned(release, 0))).toBe('missingSignature')
  expect(send(release, user)).toBe('nftNotHeld')
  if (full.exists) chain.svm.setAccount(full)
  expect(send(release, user)).toBe('insufficientLamports')
  chain.fund(user.address, SOL)
  expect(send(release, user)).toBeUndefined()
})

test('a pause stops neither sells nor swaps nor boosts nor claims', async () => {
  const { scene } = await openScene()
  const { chain, coin } = scene
  chain.setPausedUntil(chain.now() + 1n)
  chain.fund(chain.treasury, SOL)
  chain.must(await chain.sell(user, coin, 10n ** 12n), payer, user)
  chain.must([await chain.release(user, coin, 1), await chain.capture(user, coin, 2)], payer, user)
  chain.must(chain.boost(user, coin), payer, user)
  chain.must(chain.collect(coin), payer)
  chain.must(chain.claimCreatorFees(creator, coin), payer, creator)
  chain.must(chain.claimTreasuryFees(), payer)
})
