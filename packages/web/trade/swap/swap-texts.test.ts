import { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { AskedSwap } from '@twinmint/sdk/actions/swap/quote-changes'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { describe, expect, it } from 'vitest'
import {
  failureToast,
  INVALID_AMOUNT,
  NO_NFT_SELECTED,
  refusalToast,
  SELECT_COUNT,
  successToast,
} from './swap-texts.ts'

const asked = (kind: AskedSwap['kind']): AskedSwap => ({
  kind,
  chosen: undefined,
  mintNew: false,
  mintCount: 0,
  slippageBps: 0n,
  quote: {
    count: 2,
    baseUnits: baseUnits(2_000_000_000_000n),
    lamports: lamports(2_100_000n),
    lamportsBound: lamports(2_205_000n),
    feeLamports: lamports(0),
    surchargeLamports: lamports(0),
    priceImpactBps: 0n,
    graduates: false,
    rentLamports: lamports(0),
    rentBackLamports: lamports(0),
    networkFeeLamports: lamports(5_000n),
    transactionCount: 1,
  },
})
const outcome = (
  signatures: readonly string[],
  surchargeLamports = '0',
): Parameters<typeof successToast>[1] => ({
  said: signatures.map((_, at) =>
    at === 0 ? [5, 6].map((edition) => ({ edition, mintAddress: '', source: null })) : [],
  ),
  answers: signatures.map((signature, at) => ({
    signature,
    surchargeLamports: at === 0 ? surchargeLamports : '0',
  })),
  stopped: undefined,
})
const text = ({
  title,
  description,
}: {
  readonly title: string
  readonly description?: string | undefined
}) => `${title} | ${description}`

describe('a swap that went through', () => {
  it('names the numbers that were captured', () => {
    expect(text(successToast(asked('capture'), outcome(['5Gh3kd9aXYZ']), 'FROG'))).toBe(
      'Capture Successful | You captured #5 and #6 for 2M FROG.',
    )
  })
  it('gives eight characters of the transaction of a release', () => {
    expect(text(successToast(asked('release'), outcome(['5Gh3kd9aXYZ', 'other']), 'FROG'))).toBe(
      'Release Successful | You released #5 and #6 for 2M FROG. Transaction 5Gh3kd9a and 1 more.',
    )
  })
  it('says what was paid and received', () => {
    expect(text(successToast(asked('buy'), outcome(['a']), 'FROG'))).toBe(
      'BUY Successful! | You bought #5 and #6 for about 0.0021 SOL.',
    )
    expect(text(successToast(asked('sell'), outcome(['a']), 'FROG'))).toBe(
      'SELL Successful! | You sold #5 and #6 for about 0.0021 SOL.',
    )
  })
  it('says what of a buy was locked', () => {
    expect(text(successToast(asked('buy'), outcome(['a', 'b'], '900000'), 'FROG'))).toBe(
      'BUY Successful! | You bought #5 and #6 for about 0.0021 SOL. 0.0009 SOL of it was surcharge, locked for ever.',
    )
  })
  it('leads to its first transaction', () => {
    expect(successToast(asked('capture'), outcome(['abc', 'def']), 'FROG').signature).toBe('abc')
  })
})

describe('the specification’s own words', () => {
  const failed = (
    kind: AskedSwap['kind'],
    stage: SigningFailure['stage'],
    message: string,
    code?: SigningFailure['code'],
  ) => text(failureToast(kind, new SigningFailure(stage, message, { code }), []))
  it.each([
    [failed('capture', 'prepare', ''), 'Capture Failed | Failed to create capture transaction'],
    [failed('capture', 'prepare', 'Why.'), 'Capture Failed | Why.'],
    [failed('release', 'prepare', ''), 'Release Failed | Failed to release NFT'],
    [failed('release', 'prepare', 'Why.'), 'Release Failed | Why.'],
    [failed('buy', 'prepare', ''), 'Trade Failed | Failed to execute trade'],
    [
      failed('capture', 'sign', 'No wallet connected', 'notConnected'),
      'Wallet Not Connected | Please connect your Phantom wallet to sign transactions',
    ],
    [
      failed('capture', 'sign', 'User rejected the request.'),
      'Transaction Failed | Failed to sign capture transaction: User rejected the request.',
    ],
    [failed('release', 'sign', 'No.'), 'Transaction Failed | Failed to sign release transaction'],
    [failed('capture', 'send', 'No.'), 'Transaction Failed | Blockchain submission failed: No.'],
    // What happened, without what to do about it, which the card offers.
    [
      failed('capture', 'send', 'Taken. Try again.', 'nftTaken'),
      'Transaction Failed | Blockchain submission failed: Somebody else minted this number a moment before you.',
    ],
    [
      failed('capture', 'send', 'The network says why.', 'transactionFailed'),
      'Transaction Failed | Blockchain submission failed: The network says why.',
    ],
    [text(INVALID_AMOUNT), 'Invalid Amount | Minimum 1,000,000 tokens required'],
    [text(SELECT_COUNT), 'Select NFT Count | Please select how many NFTs you want to capture'],
    [text(NO_NFT_SELECTED), 'No NFT Selected | Please select an NFT to release'],
  ])('%s', (said, wanted) => expect(said).toBe(wanted))

  it('tells how many tokens there are, whole ones', () => {
    const holdings = {
      lamports: lamports(0),
      baseUnits: baseUnits(7_458_787_999_999n),
      hasCoinAccount: true,
    }
    expect(text(refusalToast({ code: 'insufficientBaseUnits' }, holdings))).toBe(
      'Insufficient Balance | You only have 7,458,787 tokens',
    )
    expect(text(refusalToast({ code: 'insufficientLamports' }, holdings))).toMatch(
      /^Insufficient Balance \| The wallet has less SOL/,
    )
    expect(text(refusalToast({ code: 'tooManyNfts', detail: 'At most 40 NFTs at once.' }, holdings))).toBe(
      'Too many at once | At most 40 NFTs at once.',
    )
  })
})
