import type { AskedMarket } from '@twinmint/sdk/actions/nft-market/quote-changes'
import { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { expect, it } from 'vitest'
import { marketFailedToast, marketFailureText, marketSaidOf } from './action-texts.ts'

const asked = (isListed: boolean): AskedMarket => ({
  action: {
    kind: 'accept',
    edition: 7,
    offer: { address: 'o', bidderAddress: 'b', priceLamports: '1', expiresAt: '2027-01-15T08:00:00.000Z' },
    isListed,
  },
  quote: {} as AskedMarket['quote'],
})
const poor = (stage: SigningFailure['stage']) =>
  new SigningFailure(stage, errorRecord.insufficientLamports.sentence, { code: 'insufficientLamports' })

it('says of an offer that lacks the rent that it is the offer, not the seller’s wallet', () => {
  const { sentence, remedy } = marketSaidOf(asked(false), poor('send'))
  expect(`${sentence} ${remedy}`).toBe(
    'The offer holds too little for the account in which its bidder would have the NFT. Choose another offer, or list the NFT.',
  )
  expect(marketFailedToast(asked(false), poor('send'), []).description).toContain(sentence)
})

it('says that the wallet has too little where that may be so', () => {
  const { sentence } = errorRecord.insufficientLamports
  expect(marketSaidOf(asked(false), poor('prepare')).sentence).toBe(sentence)
  // Taken back first, which the wallet pays for.
  expect(marketSaidOf(asked(true), poor('send')).sentence).toBe(sentence)
})

it.each([
  ['priceTooHigh', 'nothing'],
  ['notListed', 'nothing'],
  ['chainUnavailable', 'nothing'],
] as const)('says once that nothing moved: %s', (code, moved) => {
  const failure = new SigningFailure('send', errorRecord[code].sentence, { code, moved })
  const text = marketFailureText(asked(true), failure)
  expect(text.match(/No money moved|Nothing moved|Nothing was/g)).toHaveLength(1)
  expect(text).not.toMatch(/ {2}|\.\./)
})

it('says that the network’s fee was charged where it was', () => {
  const failure = new SigningFailure('send', '', { code: 'notListed', moved: 'fee' })
  expect(marketFailureText(asked(true), failure)).toContain('Only the network fee was charged.')
})
