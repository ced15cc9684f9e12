// What may be typed of receivers, and that only what was shown is signed.

import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { expect, test } from 'vitest'
import { transferOf } from '../../../../tests/wallet-additions.ts'
import type { FeeShares } from '../../api/fee-shares/contract.ts'
import { bpsText } from '../../core/figures.ts'
import { deriveFeeSharesAddress, deriveMarketAddresses } from '../../program/addresses.ts'
import { sharesChange } from '../../program/fee-shares.ts'
import { type AccountsOf, buildInstruction, type DataOf } from '../../program/instructions.ts'
import { encodeTransaction, type Instruction } from '../../program/message.ts'
import { SYSTEM_PROGRAM } from '../../program/programs.ts'
import {
  bpsOfPercentText,
  decideShares,
  dueOf,
  emptyReceiverSentence,
  evenShares,
  problemOfAddress,
} from './rules.ts'
import { type SharesChange, verifyShares } from './verify.ts'

const [program, mint, wallet, ann, bob] = Array.from({ length: 5 }, () => createKeypair().address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const typed = (...rows: readonly (readonly [string, string])[]) =>
  rows.map(([addressText, percentText]) => ({ addressText, percentText }))

test.each([
  ['100', 10_000],
  ['33.34', 3_334],
  ['33,3', 3_330],
  [' 0.01 ', 1],
  ['0', undefined],
  ['0.00', undefined],
  ['0.001', undefined],
  ['100.01', undefined],
  ['1e2', undefined],
  ['-5', undefined],
  ['', undefined],
  ['٣', 300],
  ['2 %', 200],
  ['1.000', undefined],
])('%s percent', (text, bps) => {
  expect(bpsOfPercentText(text)).toBe(bps)
  expect(bps === undefined ? undefined : bpsOfPercentText(bpsText(bps))).toBe(bps)
})

test('even shares add up, and none is more than a hundredth of a percent above another', () => {
  expect([1, 2, 3, 4].map(evenShares)).toEqual([
    [10_000],
    [5_000, 5_000],
    [3_334, 3_333, 3_333],
    [2_500, 2_500, 2_500, 2_500],
  ])
})

test('names what is wrong with each receiver, and how far the shares are from all', async () => {
  expect(decideShares(typed([ann, '60'], [` ${bob} `, '40']))).toEqual({
    kind: 'shares',
    next: [
      { address: ann, bps: 6_000 },
      { address: bob, bps: 4_000 },
    ],
  })
  const { market } = await deriveMarketAddresses(program, mint)
  expect(decideShares(typed(['', ''], ['not one', '0'], [market, '10'], [ann, '101']))).toEqual({
    kind: 'refused',
    missingBps: 0,
    problems: [
      { address: 'addressMissing', percent: 'percentMissing' },
      { address: 'addressWrong', percent: 'percentWrong' },
      { address: 'addressNotWallet' },
      { percent: 'percentWrong' },
    ],
  })
  expect(decideShares(typed([ann, '60'], [ann, '30']))).toEqual({
    kind: 'refused',
    missingBps: 1_000,
    problems: [undefined, { address: 'addressTwice' }],
  })
  expect(decideShares(typed([ann, '60'], [bob, '40.01']))).toMatchObject({ missingBps: -1 })
  const five = Array.from({ length: 5 }, (): [string, string] => [createKeypair().address, '20'])
  for (const none of [[], typed(...five)]) expect(decideShares(none).kind).toBe('refused')
  expect(problemOfAddress(SYSTEM_PROGRAM)).toBe('addressNotWallet')
})

test('what a receiver may draw is its share of all that came, less what it drew', () => {
  const shares: FeeShares = {
    authorityAddress: wallet,
    pendingAddress: null,
    receivers: [
      { walletAddress: ann, bps: 3_333, isConfirmed: true, drawnLamports: '33', dueLamports: '0' },
      { walletAddress: bob, bps: 6_667, isConfirmed: false, drawnLamports: '0', dueLamports: '0' },
    ],
  }
  expect([ann, bob, wallet].map((one) => dueOf(shares, one, '67'))).toEqual([0n, 66n, 0n])
  expect(dueOf(shares, ann, '0')).toBe(0n)
})

test('only the change that was shown is signed', async () => {
  const { market } = await deriveMarketAddresses(program, mint)
  const other = (await deriveMarketAddresses(program, createKeypair().address)).market
  const addresses = { market, feeShares: await deriveFeeSharesAddress(program, mint) }
  const next = [
    { address: ann, bps: 6_000 },
    { address: bob, bps: 4_000 },
  ]
  const set = ({
    present = [ann],
    named = next,
    ...more
  }: Partial<AccountsOf<'setFeeShares'>> & { present?: Address[]; named?: typeof next } = {}) => {
    const accounts = { ...addresses, authority: wallet, ...more }
    return buildInstruction(program, 'setFeeShares', accounts, ...sharesChange(present, named))
  }
  const accept = (more: Partial<AccountsOf<'acceptFeeShares'>> = {}) =>
    buildInstruction(
      program,
      'acceptFeeShares',
      { ...addresses, pendingAuthority: wallet, ...more },
      ...sharesChange([ann], next),
    )
  const offer = (more: Partial<AccountsOf<'offerFeeShares'> & DataOf<'offerFeeShares'>> = {}) => {
    const input = { ...addresses, authority: wallet, pendingAuthority: bob, ...more }
    return buildInstruction(program, 'offerFeeShares', input, input)
  }
  const check = (change: SharesChange, ...instructions: readonly Instruction[]) =>
    verifyShares(
      encodeTransaction({ feePayer: wallet, recentBlockhash: createKeypair().address, instructions }),
      { programAddress: program, walletAddress: wallet, marketAddress: market, change },
    )
  const asked: SharesChange = { action: 'set', next }
  check(asked, set())
  check(asked, set({ present: [] }))
  check({ action: 'accept', next }, accept())
  check({ action: 'offer', toAddress: bob }, offer())
  check({ action: 'offer', toAddress: undefined }, offer({ pendingAuthority: undefined }))
  const wrong: readonly (readonly [SharesChange, ...Instruction[]])[] = [
    [asked, accept()],
    [{ action: 'accept', next }, set()],
    [asked, offer()],
    [asked, set({ named: next.toReversed() })],
    [asked, set({ named: [{ address: ann, bps: 10_000 }] })],
    [
      asked,
      set({
        named: [
          { address: ann, bps: 4_000 },
          { address: bob, bps: 6_000 },
        ],
      }),
    ],
    [asked, set({ market: other })],
    [asked, set(), set()],
    [asked, set(), offer()],
    [asked, transferOf(wallet, ann, 1n)],
    [asked, buildInstruction(program, 'drawFeeShare', { ...addresses, receiver: wallet })],
    [{ action: 'offer', toAddress: bob }, offer({ pendingAuthority: ann })],
    [{ action: 'offer', toAddress: bob }, offer({ pendingAuthority: undefined })],
    [{ action: 'offer', toAddress: undefined }, offer()],
    [{ action: 'offer', toAddress: bob }, offer({ market: other })],
    [{ action: 'offer', toAddress: bob }, set()],
  ]
  for (const [change, ...instructions] of wrong)
    expect(() => check(change, ...instructions)).toThrow(/does not match/)
  const byOthers = [set({ authority: ann }), accept({ pendingAuthority: ann }), offer({ authority: ann })]
  for (const one of byOthers) expect(() => check(asked, one)).toThrow(/does not match|others must sign/)
})

test('an empty receiver is told, with what it lacks, and one with its rent is not', () => {
  const next = [
    { address: ann, bps: 5_000 },
    { address: bob, bps: 5_000 },
  ]
  const holds = (lamports: bigint, bytes = 0) => ({ lamports, data: new Uint8Array(bytes) })
  const told = (...accounts: Parameters<typeof emptyReceiverSentence>[1]) =>
    emptyReceiverSentence(next, accounts)?.replace(/ \S+ (is|holds)/, ' X $1')
  expect(told(holds(890_880n), holds(890_880n))).toBeUndefined()
  expect(told(holds(890_880n), undefined)).toBe('The wallet X is empty: send it 0.00089088 SOL first.')
  expect(told(holds(890_879n), holds(890_880n))).toBe(
    'The wallet X holds less than a wallet must keep: send it 0.000000001 SOL first.',
  )
  expect(told(holds(890_880n), holds(890_880n, 1))).toContain('send it 0.00000696 SOL first.')
})
