// The theft that a mint address made from the creator's own key would allow, tried whole: the creator makes another mint
// there first, one whose coins can't be moved, gives wallets accounts of it, closes it and launches. Whoever buys into such
// an account can never sell. The mint's base is the program's, so there can be nothing at the address before a launch.
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { Writer } from '@twinmint/sdk/program/bytes'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { createCoinAccountInstruction } from '@twinmint/sdk/program/token-2022'
import { expect, test } from 'vitest'
import { Chain, type Coin, SOL, wallet } from './harness.ts'
import { pays, signs, token, writes } from './tokens.ts'

const [creator, victim] = [wallet(1), wallet(2)]
const NON_TRANSFERABLE_MINT_BYTES = 206 // a padded mint, with a close authority and the non-transferable mark

/** A mint that can be closed and whose coins can't be moved, at `address` made from `base` and the coin's seed. */
function premade(chain: Chain, coin: Coin, base: Address, address: Address): Instruction[] {
  const seed = new TextEncoder().encode(coin.texts.seed)
  const create: Instruction = {
    programAddress: SYSTEM_PROGRAM,
    accounts: [pays(creator.address), writes(address), ...(base === creator.address ? [] : [signs(base)])],
    data: new Writer()
      .u32(3)
      .address(base)
      .u64(BigInt(seed.length))
      .bytes(seed)
      .u64(chain.rent(NON_TRANSFERABLE_MINT_BYTES))
      .u64(BigInt(NON_TRANSFERABLE_MINT_BYTES))
      .address(TOKEN_2022_PROGRAM)
      .finish(),
  }
  const authority = addressBytes(creator.address)
  return [
    create,
    token([writes(address)], [25, 1, ...authority]), // close authority
    token([writes(address)], [32]), // non-transferable
    token([writes(address)], [20, 6, ...authority, 0]), // mint
  ]
}

async function open(): Promise<{ chain: Chain; coin: Coin }> {
  const chain = await Chain.open({ signatures: true })
  for (const one of [creator, victim]) chain.fund(one.address, 100n * SOL)
  return { chain, coin: await chain.coin(creator, {}, 1) }
}

test('nobody can make anything at a mint’s address before the launch, not even the creator', async () => {
  const { chain, coin } = await open()
  const { mint } = coin.addresses
  // As the creator with his own key as base: the system program derives another address.
  const own = chain.send(premade(chain, coin, creator.address, mint), creator)
  expect(own.failure).toBeDefined()
  expect(own.logs.join('\n')).toContain('does not match derived address')
  // With the right base: only the program signs for it.
  const [create] = premade(chain, coin, coin.mintBase, mint)
  const unsigned = {
    ...create!,
    accounts: create!.accounts.map((each) =>
      each.address === coin.mintBase ? { ...each, signer: false } : each,
    ),
  }
  const forged = chain.send([unsigned], creator)
  expect(forged.failure).toBeDefined()
  expect(forged.logs.join('\n')).toMatch(/must sign|missing required signature/i)
  chain.must(chain.launch(coin), creator)
})

test('the theft that begins there ends at its first step, and the buyer can sell all', async () => {
  const { chain, coin } = await open()
  const { mint } = coin.addresses
  const close = token([writes(mint), writes(creator.address), signs(creator.address)], [9])
  const victimAccount = await createCoinAccountInstruction({
    payer: creator.address,
    wallet: victim.address,
    mint,
  })
  expect(chain.send(premade(chain, coin, creator.address, mint), creator).failure).toBeDefined()
  expect(chain.send([victimAccount, close, chain.launch(coin)], creator).failure).toBeDefined()
  chain.must(chain.launch(coin), creator)
  chain.must([await chain.createCoinAccount(victim, coin), await chain.buy(victim, coin, 80n * SOL)], victim)
  const held = chain.baseUnitsOf(await chain.coinAccount(victim, coin))
  chain.must(await chain.sell(victim, coin, held), victim)
})

test('a launch at an address made from the creator’s key is refused', async () => {
  const { chain, coin } = await open()
  const launch = chain.launch(coin)
  const accounts = launch.accounts.map((each) =>
    each.address === coin.mintBase ? { ...each, address: creator.address } : each,
  )
  expect(chain.send([{ ...launch, accounts }], creator).failure).toBe('wrongAddress')
})
