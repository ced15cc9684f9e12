// Only the program can tell an event; another program (caller.rs) tries to make it, too.
import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { decodeEvents } from '@twinmint/sdk/program/events'
import type { Instruction } from '@twinmint/sdk/program/message'
import { expect, test } from 'vitest'
import { Chain, type Coin, elf, NFT_PRICE, type Sent, SOL, wallet } from './harness.ts'
import { reads } from './tokens.ts'

const [creator, user, payer] = [wallet(1), wallet(2), wallet(9)]

async function open(): Promise<{ chain: Chain; coin: Coin; sale: Sent }> {
  const chain = await Chain.open({ signatures: true })
  for (const one of [creator, user, payer]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.launched(creator, {}, 1)
  const buy = await chain.buyExactOut(user, coin, 3n * NFT_PRICE, SOL)
  const sale = chain.must([await chain.createCoinAccount(user, coin), buy], user)
  return { chain, coin, sale }
}

/** The data with which the program told of the sale: another such call would tell of it again. */
function told({ inner }: Sent, program: Address): Uint8Array {
  const call = inner.find(({ programAddress, data }) => programAddress === program && data[0] === 255)
  if (!call) throw new Error('there was no event')
  return call.data
}

test('an event is a call of the program by itself, at whatever depth, and the market’s', async () => {
  const { chain, sale } = await open()
  expect(decodeEvents(sale.inner, chain.program)).toEqual(sale.events)
  expect(sale.events).toHaveLength(1)
  // The same bytes by another program, or another instruction of ours, are not events.
  const data = told(sale, chain.program)
  const others = [
    { programAddress: wallet(77).address, data },
    { programAddress: chain.program, data: data.subarray(1) },
  ]
  expect(decodeEvents(others, chain.program)).toEqual([])
})

test('nobody can tell an event from outside', async () => {
  const { chain, coin, sale } = await open()
  const data = told(sale, chain.program)
  const tell = (accounts: Instruction['accounts'], programAddress = chain.program) =>
    chain.send([{ programAddress, accounts, data }], payer).failure
  const { market } = coin.addresses
  expect(tell([reads(market)])).toBe('missingSignature')
  expect(tell([reads(chain.config)])).toBe('missingSignature')
  expect(tell([{ ...reads(payer.address), signer: true }])).toBe('wrongAccountOwner')
  expect(tell([])).toBe('wrongAccountCount')
  // Nobody has the market's key: the network refuses the signature.
  expect(tell([{ ...reads(market), signer: true }])).toMatch(/signature/i)
  // A copy of the program, at an address of the attacker's, owns none of our markets.
  const copy = wallet(900_100).address
  chain.svm.addProgram(copy, elf)
  expect(tell([reads(market)], copy)).toMatch(/custom program error: 0x1775$/) // wrongAccountOwner
  // Nor does ours tell anything to it.
  const buy = await chain.buyExactOut(user, coin, NFT_PRICE, SOL)
  const accounts = buy.accounts.map((meta) => (meta.address === chain.program ? reads(copy) : meta))
  expect(chain.send([{ ...buy, accounts }], payer, user).failure).toBe('wrongAddress')
})

test('another program can’t have it told either, but may trade for its users', async () => {
  const { chain, coin, sale } = await open()
  const caller = wallet(900_101).address
  chain.svm.addProgram(caller, new Uint8Array(readFileSync(new URL('../caller.so', import.meta.url))))
  const data = told(sale, chain.program)
  const { market } = coin.addresses
  const through = (how: number, accounts: Instruction['accounts'], passed: Uint8Array): Instruction => ({
    programAddress: caller,
    accounts,
    data: Uint8Array.of(how, ...passed),
  })
  const plain = chain.send([through(0, [reads(market), reads(chain.program)], data)], payer)
  expect(plain.logs.join('\n')).toContain('custom program error: 0x1773')
  expect(plain.events).toEqual([])
  const signed = chain.send([through(1, [reads(market), reads(chain.program)], data)], payer)
  expect(signed.failure).toMatch(/unauthorized signer/)

  // An honest program that captures and releases for its user: the events are those of any other.
  const capture = await chain.capture(user, coin, 1)
  const captured = chain.must(through(2, capture.accounts, capture.data), payer, user)
  expect(captured.events).toMatchObject([{ kind: 'capture', edition: 1, who: user.address }])
  const release = await chain.release(user, coin, 1)
  const released = chain.must(through(2, release.accounts, release.data), payer, user)
  expect(released.events).toMatchObject([{ kind: 'release', edition: 1, who: user.address }])
  // Without the user's signature it can't.
  const unsigned = capture.accounts.map((meta) => ({ ...meta, signer: false }))
  expect(chain.send([through(2, unsigned, capture.data)], payer).failure).toMatch(/unauthorized signer/)
})
