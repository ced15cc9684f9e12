// What is said of a claim of many coins, and that one whose fees vanished stops none of the others.

import { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { afterEach, expect, it, vi } from 'vitest'
import { CLAIMS_TEXTS, claimsFlow, type ShownClaims } from './flow.ts'

const coins = [{ id: 'a' }, { id: 'b' }, { id: 'c' }] as unknown as ShownClaims['coins']
const shown: ShownClaims = { coins, priorityFeeLamports: 40_000n }
const signer = { walletAddress: 'me', programAddress: 'program', sign: async () => [] }
const answers = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
const submit = () => claimsFlow.submit('signed', shown, { transactions: [], message: '' }, signer)
afterEach(() => vi.unstubAllGlobals())

it('asks for the coins that were shown, and for the priority fee of each transaction', async () => {
  const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  await claimsFlow.prepare(shown, signer)
  await claimsFlow.prepare({ coins }, signer)
  const asked = { walletAddress: 'me', collectionIds: ['a', 'b', 'c'] }
  expect(fetched.mock.calls.map(([, { body }]) => JSON.parse(body as string))).toEqual([
    { ...asked, priorityFeeLamports: '40000' },
    asked,
  ])
  expect(claimsFlow.priorityFeeLamports?.(shown)).toBe(40_000n)
})

it('goes on after a transaction whose fees were claimed elsewhere', async () => {
  answers(409, {
    error: 'Nothing to claim',
    message: 'There are no fees to claim yet.',
    code: 'nothingToClaim',
  })
  expect(await submit()).toEqual({ collection: coins[0], claims: [], signature: undefined })
})

it('stops for every other reason', async () => {
  answers(409, { error: 'Expired', message: 'It expired.', code: 'transactionExpired' })
  await expect(submit()).rejects.toMatchObject({ code: 'transactionExpired' })
})

const claimed = (...lamports: readonly string[]) => ({
  collection: {} as Collection,
  signature: 'signature',
  claims: lamports.map((each, at) => ({ collectionId: String(at), lamports: each })),
})
const said = (parts: readonly ReturnType<typeof claimed>[], stopped?: SigningFailure) =>
  CLAIMS_TEXTS.done({ said: [], answers: parts, stopped }, shown)

it('says what was claimed of how many coins, and why not of the rest', () => {
  expect(said([claimed('1000000000', '500000000'), claimed('250000000')])).toEqual({
    title: 'Fees Claimed',
    description: '1.75 SOL, from 3 coins, are in your wallet.',
    tone: 'success',
    signature: 'signature',
  })
  expect(said([claimed('1000000000')])).toMatchObject({
    title: 'Fees Claimed in Part',
    description:
      '1 SOL, from 1 coin, are in your wallet. Nothing from 2 coins. Their fees changed meanwhile.',
    tone: 'destructive',
  })
  expect(said([claimed('1')], new SigningFailure('send', 'It expired.'))).toMatchObject({
    description: '0.000000001 SOL, from 1 coin, are in your wallet. Nothing from 2 coins. It expired.',
  })
  expect(said([claimed()])).toMatchObject({ title: 'Nothing Claimed', tone: 'destructive' })
  const unknown = new SigningFailure('send', 'No answer.', { moved: 'unknown' })
  expect(said([claimed('1')], unknown)).toMatchObject({
    description: '0.000000001 SOL, from 1 coin, are in your wallet. Not known yet of 2 coins. No answer.',
  })
  expect(said([claimed()], unknown)).toMatchObject({ title: 'Not Known Yet' })
})
