/* oxlint-disable vitest/valid-expect -- a loop of attempts has to say which one it was */
// Somebody who wants what is not theirs: every account of every instruction replaced by every other that there is,
// accounts in two roles, forged accounts and programs, signatures left out. Signatures are verified. Whatever is tried,
// nobody's lamports or coins may move.

import type { Address } from '@solana/kit'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import type { Instruction } from '@twinmint/sdk/program/message'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { CONFIG_BYTES, MARKET_BYTES } from '@twinmint/sdk/program/sizes'
import { expect, test } from 'vitest'
import { Chain, type Coin, SOL, type Wallet, wallet } from './harness.ts'

const [creator, otherCreator, victim, attacker] = [wallet(1), wallet(11), wallet(2), wallet(3)]
const payer = wallet(9)
const CLASSIC_TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address

interface Attempt {
  readonly name: string
  /** Who signs it; `attacker` wherever anybody may. */
  readonly signer: Wallet
  readonly instruction: Instruction
}

interface Scene {
  readonly chain: Chain
  readonly coin: Coin
  readonly other: Coin
  readonly fresh: Coin
  readonly attempts: readonly Attempt[]
  /** Every address that an attacker might name. */
  readonly addresses: readonly Address[]
}

async function openScene(): Promise<Scene> {
  const chain = await Chain.open({ signatures: true })
  for (const one of [creator, otherCreator, victim, attacker, payer]) chain.fund(one.address, 100n * SOL)
  chain.fund(chain.treasury, SOL)
  const coin = await chain.launched(creator, {}, 1)
  const other = await chain.launched(otherCreator, {}, 1)
  const fresh = await chain.coin(attacker, {}, 1)
  for (const one of [victim, attacker])
    for (const each of [coin, other])
      chain.must([await chain.createCoinAccount(one, each), await chain.buy(one, each, 10n * SOL)], one)
  // Of each coin the attacker has NFT 1, the victim NFT 2, the escrow NFT 3.
  for (const each of [coin, other]) {
    chain.must([await chain.capture(attacker, each, 1), await chain.capture(attacker, each, 3)], attacker)
    chain.must(await chain.release(attacker, each, 3), attacker)
    chain.must(await chain.capture(victim, each, 2), victim)
  }
  // Both coins owe their creators and the treasury, and the Config holds fees.
  for (const each of [coin, other]) {
    chain.must([await chain.sell(victim, each, 10n ** 13n), chain.collect(each)], victim)
    chain.must(await chain.sell(victim, each, 10n ** 13n), victim)
  }

  const forged = forge(chain, coin)
  const accounts = await Promise.all(
    [victim, attacker].flatMap((one) => [coin, other].map((each) => chain.coinAccount(one, each))),
  )
  const nfts = await Promise.all([
    ...[1, 3, 4].flatMap((index) => [coin, other].map((each) => chain.nft(attacker, each, index))),
    chain.nft(victim, coin, 2),
  ])
  const ofNfts = nfts.flatMap((nft) => [nft.nftMint, nft.userNft, nft.escrowNft])
  const addresses = new Set<Address>([
    ...ofNfts,
    await deriveAssociatedAddress(coin.addresses.escrow, nfts[0].nftMint),
    ...Object.values(coin.addresses),
    ...Object.values(other.addresses),
    ...accounts,
    ...forged,
    ...[creator, otherCreator, victim, attacker, chain.authority].map((one) => one.address),
    chain.treasury,
    chain.program,
    SYSTEM_PROGRAM,
    TOKEN_2022_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
    CLASSIC_TOKEN_PROGRAM,
  ])
  const attempts: Attempt[] = [
    { name: 'buy', signer: attacker, instruction: await chain.buy(attacker, coin, SOL) },
    { name: 'sell', signer: attacker, instruction: await chain.sell(attacker, coin, 10n ** 12n) },
    {
      name: 'buyExactOut',
      signer: attacker,
      instruction: await chain.buyExactOut(attacker, coin, 10n ** 12n, SOL),
    },
    { name: 'capture', signer: attacker, instruction: await chain.capture(attacker, coin, 4) },
    { name: 'captureBack', signer: attacker, instruction: await chain.capture(attacker, coin, 3, 'escrow') },
    { name: 'release', signer: attacker, instruction: await chain.release(attacker, coin, 1) },
    { name: 'boost', signer: attacker, instruction: chain.boost(attacker, coin) },
    { name: 'collect', signer: attacker, instruction: chain.collect(coin) },
    { name: 'claimCreatorFees', signer: creator, instruction: chain.claimCreatorFees(creator, coin) },
    { name: 'claimTreasuryFees', signer: attacker, instruction: chain.claimTreasuryFees() },
    {
      name: 'updateConfig',
      signer: attacker,
      instruction: chain.updateConfig(attacker, { treasury: attacker.address }),
    },
    { name: 'offerAdmin', signer: attacker, instruction: chain.offerAdmin(attacker, attacker.address) },
    { name: 'acceptAdmin', signer: attacker, instruction: chain.acceptAdmin(attacker) },
    { name: 'pause', signer: attacker, instruction: chain.pause(attacker) },
    { name: 'unpause', signer: attacker, instruction: chain.unpause(attacker) },
    { name: 'initializeConfig', signer: attacker, instruction: await chain.initializeConfig(attacker) },
    { name: 'launch', signer: attacker, instruction: chain.launch(fresh) },
  ]
  return { chain, coin, other, fresh, attempts, addresses: [...addresses] }
}

/** Accounts as like the real ones as anybody could make them, or liker. */
function forge(chain: Chain, coin: Coin): Address[] {
  const { market, vault, mint, escrowVault, collection } = coin.addresses
  const address = (number: number) => wallet(700 + number).address
  const copies: [Address, Address, Uint8Array][] = [
    // The market's bytes, under another program.
    [address(0), SYSTEM_PROGRAM, chain.data(market)],
    [address(1), TOKEN_2022_PROGRAM, chain.data(market)],
    // Accounts of this program that anybody can make: zeros, of the right sizes.
    [address(2), chain.program, new Uint8Array(MARKET_BYTES)],
    [address(3), chain.program, new Uint8Array(CONFIG_BYTES)],
    // A second coin account of the market, as full as the vault.
    [address(4), TOKEN_2022_PROGRAM, chain.data(vault)],
    // The vault's and the mint's bytes under a program of the attacker.
    [address(5), CLASSIC_TOKEN_PROGRAM, chain.data(vault)],
    [address(6), CLASSIC_TOKEN_PROGRAM, chain.data(mint)],
    [address(7), TOKEN_2022_PROGRAM, chain.data(mint)],
    [address(8), SYSTEM_PROGRAM, chain.data(chain.config)],
    // A second account of the escrow's, as full as its vault; a collection of the same texts.
    [address(9), TOKEN_2022_PROGRAM, chain.data(escrowVault)],
    [address(10), TOKEN_2022_PROGRAM, chain.data(collection)],
  ]
  for (const [at, owner, data] of copies) chain.setAccount(at, owner, data)
  return copies.map(([at]) => at)
}

function replaced(instruction: Instruction, index: number, address: Address): Instruction {
  const accounts = instruction.accounts.map((meta, i) =>
    // The attacker can't sign for others, so a replaced signer is named without signature.
    i === index ? { ...meta, address, signer: meta.signer && address === attacker.address } : meta,
  )
  return { ...instruction, accounts }
}

test('no account can stand in for another', async () => {
  const { chain, other, attempts, addresses } = await openScene()
  const watched = addresses
  const before = chain.snapshot(watched)
  const reasons: Record<string, number> = {}
  let tried = 0
  for (const { name, signer, instruction } of attempts) {
    for (const [index, { address: own }] of instruction.accounts.entries()) {
      for (const address of addresses) {
        if (address === own) continue
        // Anybody may boost any coin, at their own cost.
        if (name === 'boost' && index === 1 && address === other.addresses.market) continue
        // What a coin owes the treasury, anybody may send there.
        if (name === 'collect' && index === 0 && address === other.addresses.market) continue
        const attack = replaced(instruction, index, address)
        const signers = [signer, attacker].filter((one, i, all) => {
          const signs = attack.accounts.some((meta) => meta.signer && meta.address === one.address)
          return signs && all.indexOf(one) === i
        })
        const sent = chain.send([attack], payer, ...signers)
        const what = `${name} with account ${index} replaced by ${address}\n${sent.logs.join('\n')}`
        expect(sent.failure, what).toBeDefined()
        reasons[sent.failure ?? ''] = (reasons[sent.failure ?? ''] ?? 0) + 1
        tried++
      }
      expect(chain.snapshot(watched), `${name} with account ${index} replaced`).toEqual(before)
    }
  }
  expect(tried).toBeGreaterThan(5_000)
  if (process.env['TWINMINT_TALLY']) console.log(tried, reasons)
  // None of them failed for a reason that is not ours to give.
  expect(Object.keys(reasons).filter((reason) => !/^[a-zA-Z]+$/.test(reason))).toEqual([])
})

test('two of an instruction’s accounts can’t trade places', async () => {
  const { chain, attempts, addresses } = await openScene()
  const before = chain.snapshot(addresses)
  for (const { name, signer, instruction } of attempts) {
    const { accounts } = instruction
    for (let i = 0; i < accounts.length; i++) {
      for (let j = i + 1; j < accounts.length; j++) {
        const swapped = accounts.map((meta, k) => (k === i ? accounts[j]! : k === j ? accounts[i]! : meta))
        const signers = accounts.some((meta) => meta.signer && meta.address === signer.address)
          ? [signer]
          : []
        const sent = chain.send([{ ...instruction, accounts: swapped }], payer, ...signers)
        expect(sent.failure, `${name} with ${i} and ${j} swapped`).toBeDefined()
        expect(chain.snapshot(addresses), `${name} with ${i} and ${j} swapped`).toEqual(before)
      }
    }
  }
})

test('the accounts of two coins can’t be mixed', async () => {
  const { chain, coin, other, addresses } = await openScene()
  const before = chain.snapshot(addresses)
  const [mine, theirs] = [await chain.buy(attacker, coin, SOL), await chain.buy(attacker, other, SOL)]
  const [sellMine, sellTheirs] = [
    await chain.sell(attacker, coin, 10n ** 12n),
    await chain.sell(attacker, other, 10n ** 12n),
  ]
  const swaps = [
    [await chain.capture(attacker, coin, 4), await chain.capture(attacker, other, 4)],
    [await chain.capture(attacker, coin, 3, 'escrow'), await chain.capture(attacker, other, 3, 'escrow')],
    [await chain.release(attacker, coin, 1), await chain.release(attacker, other, 1)],
  ] as const
  for (const [a, b] of [[mine, theirs], [sellMine, sellTheirs], ...swaps] as const) {
    // Every way of taking some accounts from one coin and the rest from the other.
    const differing = a.accounts.flatMap((meta, i) => (meta.address === b.accounts[i]!.address ? [] : [i]))
    for (let mask = 1; mask < (1 << differing.length) - 1; mask++) {
      const accounts = a.accounts.map((meta, i) => {
        const bit = differing.indexOf(i)
        return bit >= 0 && mask & (1 << bit) ? b.accounts[i]! : meta
      })
      const sent = chain.send([{ ...a, accounts }], payer, attacker)
      expect(sent.failure, `mix ${mask}`).toBeDefined()
    }
  }
  expect(chain.snapshot(addresses)).toEqual(before)
})

test('accounts that must be written can’t be passed as read-only', async () => {
  const { chain, attempts, addresses } = await openScene()
  const before = chain.snapshot(addresses)
  // What graduation alone writes, what is there for the payer's sake, and what a read-only launch fails to make.
  // An NFT's mint is written only where it is made.
  const harmless = new Set(['buy 3', 'buyExactOut 3', 'captureBack 7', 'release 7', 'sellBy1 2'])
  for (const { name, signer, instruction } of attempts) {
    for (const [index, meta] of instruction.accounts.entries()) {
      if (!meta.writable || harmless.has(`${name} ${index}`)) continue
      const accounts = instruction.accounts.map((one, i) => (i === index ? { ...one, writable: false } : one))
      const signers = accounts.some((one) => one.signer && one.address === signer.address) ? [signer] : []
      const sent = chain.send([{ ...instruction, accounts }], payer, ...signers)
      expect(sent.failure, `${name} with account ${index} read-only`).toBeDefined()
      expect(chain.snapshot(addresses), `${name} with account ${index} read-only`).toEqual(before)
    }
  }
})

test('a signature of somebody else is not enough', async () => {
  const { chain, coin, addresses } = await openScene()
  const before = chain.snapshot(addresses)
  const victims = [
    await chain.buy(victim, coin, SOL),
    await chain.sell(victim, coin, 10n ** 12n),
    await chain.buyExactOut(victim, coin, 10n ** 12n, SOL),
    await chain.capture(victim, coin, 4),
    await chain.capture(victim, coin, 3, 'escrow'),
    await chain.release(victim, coin, 2),
    chain.boost(victim, coin),
    chain.claimCreatorFees(creator, coin),
    chain.updateConfig(chain.authority, { treasury: attacker.address }),
    chain.launch(await chain.coin(victim, {}, 1)),
  ]
  for (const instruction of victims) {
    const accounts = instruction.accounts.map((meta) => ({ ...meta, signer: false }))
    expect(chain.send([{ ...instruction, accounts }], payer, attacker).failure).toBe('missingSignature')
  }
  expect(chain.snapshot(addresses)).toEqual(before)
})

test('a claim pays whom the books name, and pays once', async () => {
  const { chain, coin } = await openScene()
  const owed = chain.market(coin).creatorFeesOwedLamports
  expect(owed).toBeGreaterThan(0n)
  const had = chain.lamportsOf(creator.address)
  const twice = [chain.claimCreatorFees(creator, coin), chain.claimCreatorFees(creator, coin)]
  expect(chain.send(twice, payer, creator).failure).toBe('nothingToClaim')
  expect(chain.lamportsOf(creator.address)).toBe(had)
  chain.must(chain.claimCreatorFees(creator, coin), payer, creator)
  expect(chain.lamportsOf(creator.address)).toBe(had + owed)
  expect(chain.send([chain.claimCreatorFees(creator, coin)], payer, creator).failure).toBe('nothingToClaim')
})
