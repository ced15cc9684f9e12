import { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { expect, it } from 'vitest'
import { saidOf } from './flow-texts.ts'

const { sentence, remedy } = errorRecord.nftNotHeld

it('tells in the server’s words why nothing was prepared, which name the NFT', () => {
  const which = 'The wallet does not hold #7.'
  const failure = new SigningFailure('prepare', which, { code: 'nftNotHeld' })
  expect(saidOf(failure)).toEqual({ sentence: which, remedy })
  expect(saidOf(new SigningFailure('prepare', '', { code: 'nftNotHeld' })).sentence).toBe(sentence)
})

it('tells in the record’s words why what was sent did not go through, but for what the network says', () => {
  const failure = new SigningFailure('send', 'custom program error: 0x1788', { code: 'nftNotHeld' })
  expect(saidOf(failure)).toEqual({ sentence, remedy })
  const told = new SigningFailure('send', 'The network is full.', { code: 'transactionFailed' })
  expect(saidOf(told).sentence).toBe('The network is full.')
})

it('has nothing to try for what is in no record', () =>
  expect(saidOf(new SigningFailure('sign', 'The wallet is locked.'))).toEqual({
    sentence: 'The wallet is locked.',
    remedy: '',
  }))
