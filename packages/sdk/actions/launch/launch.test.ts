import { describe, expect, it } from 'vitest'
import { ApiRequestError } from '../../../web/data/api.ts'
import { launchedText, launchFailedToast, networkText } from '../../../web/launch/launch-texts.ts'
import type { LaunchView } from '../../../web/launch/ProgressDialog.tsx'
import { advance } from '../../../web/launch/queries.ts'
import { lamports } from '../../core/money.ts'
import { SigningFailure } from '../signing/flow.ts'
import { counterText, estimateLaunchCost, roundDollarsText } from './cost.ts'

const view: LaunchView = {
  sent: undefined,
  cost: undefined,
  shown: undefined,
  step: 1,
  metadata: { created: 0, total: 1000 },
  progress: 0,
}

describe('the progress of a launch', () => {
  it('goes forward only, whatever order reports come in', () => {
    const at3 = advance(view, { type: 'step', step: 3 })
    expect(advance(at3, { type: 'step', step: 2 }).step).toBe(3)
    const half = advance(at3, { type: 'progress', progress: 50 })
    expect(advance(half, { type: 'progress', progress: 20 }).progress).toBe(50)
    expect(advance(half, { type: 'progress', progress: 140 }).progress).toBe(100)
  })
  it('counts the metadata and ends complete', () => {
    const counted = advance(view, { type: 'nft_progress', created: 250, total: 1000 })
    expect(counted.metadata).toEqual({ created: 250, total: 1000 })
    expect(advance(counted, { type: 'done', collectionId: 'x' })).toMatchObject({ step: 5, progress: 100 })
  })
})

describe('the cost of a launch', () => {
  const texts = { name: 'Day Owl', symbol: 'DOWL', collectionName: 'Day Owls' }
  const estimate = (devBuy: bigint, boost: boolean) =>
    estimateLaunchCost(
      { ...texts, devBuyLamports: lamports(devBuy), boost },
      lamports(10n ** 9n),
      'http://127.0.0.1:8956',
    )
  it('is what the server’s simulation gave for the same launch', () => {
    expect(estimate(0n, false).totalLamports).toBe(13_987_640n)
    expect(estimate(100_000_000n, false).totalLamports).toBe(116_061_720n)
  })
  it('adds the boost', () => {
    expect(estimate(0n, true).totalLamports).toBe(1_013_987_640n)
  })
})

it.each([
  [420n * 10n ** 9n, 150, '$63K'],
  [420n * 10n ** 9n, 151.3, '$63.5K'],
  [420n * 10n ** 9n, 3_000, '$1.26M'],
  [10n ** 9n, 150, '$150'],
])('writes %s lamports at %s dollars as %s', (amount, rate, text) => {
  expect(roundDollarsText(lamports(amount), rate)).toBe(text)
})

const proxyPage = new ApiRequestError('502: <html>Bad Gateway</html>', {
  status: 502,
  code: 'http',
  title: 'Request failed',
  requestId: undefined,
})

it.each<[SigningFailure, string]>([
  [new SigningFailure('prepare', 'Try a smaller picture.'), 'Launch Failed | Try a smaller picture.'],
  [new SigningFailure('prepare', ''), 'Launch Failed | Failed to create transaction'],
  [
    new SigningFailure('prepare', proxyPage.message, { cause: proxyPage }),
    'Launch Failed | Failed to create transaction',
  ],
  [
    new SigningFailure('send', proxyPage.message, { cause: proxyPage }),
    'Launch Failed | Failed to launch collection',
  ],
  [
    new SigningFailure('sign', 'User rejected the request.', { code: 'rejected' }),
    'Signature Required | Please sign the transaction in your wallet to launch your token.',
  ],
])('says of a launch that failed what the server says, or which part failed: %s', (failure, text) => {
  const { title, description } = launchFailedToast('launch', failure)
  expect(`${title} | ${String(description)}`).toBe(text)
})

it('counts characters as the program does', () => {
  expect(counterText(' 🚀🚀 ', 50)).toBe('2/50')
})

it('says what was launched', () => {
  expect(launchedText('launch', 'Doge', '0')).toBe('Doge launched successfully')
  expect(launchedText('launch', 'Doge', '0.5')).toBe('Doge launched successfully with 0.5 SOL dev buy')
  expect(launchedText('hybrid', 'Doge', '0.5')).toBe('Doge launched successfully with 1,000 NFTs')
  expect(networkText('devnet')).toBe('Solana devnet')
})
