import { curveStateOf, NFT_BASE_UNITS, quoteBuyExactOut } from '@twinmint/sdk/core/curve'
import { NETWORK_FEE, nftMintRent, TOKEN_ACCOUNT_RENT } from '@twinmint/sdk/core/rent'
import { expect, it } from 'vitest'
import { captureCostLamports, hasCapturable } from './capture-now.ts'
import { editionsOf } from './editions.ts'

const coin = {
  reserveLamports: '31000000000',
  reserveBaseUnits: '967741935483871',
  realLamports: '1000000000',
  graduationMarketCapLamports: '420000000000',
  sellFeeBps: 100,
  creatorShareBps: 5_000,
  isGraduated: false,
  openingReserveLamports: '30000000000',
  guardBps: 0,
  guardSeconds: 0,
  createdAt: '2027-01-15T08:00:00.000Z',
  mintedNFTCount: 10,
  circulatingNFTCount: 3,
  collectionName: 'Frogs',
  symbol: 'FRG',
  metadataUri: 'https://frogs.example/metadata',
}
const moment = { nowSeconds: 1_900_000_000n, isExempt: false }

it('knows that one can be captured where wallets can’t hold them all', () => {
  const any = editionsOf(undefined)
  expect(hasCapturable(any, coin)).toBe(true)
  expect(hasCapturable([1, 2, 3, 4], coin)).toBe(true)
  // Wallets may hold these three, and the same number twice is one.
  expect(hasCapturable([1, 2, 3], coin)).toBe(false)
  expect(hasCapturable([1, 1, 2, 3], coin)).toBe(false)
  // Beyond the window nothing can be minted yet.
  expect(hasCapturable([1, 2, 3, 74], coin)).toBe(true)
  expect(hasCapturable([1, 2, 3, 75], coin)).toBe(false)
  expect(hasCapturable(any, { mintedNFTCount: 1_000, circulatingNFTCount: 1_000 })).toBe(false)
})

it('counts the coins, the accounts, the mint and the fee', () => {
  const buy = quoteBuyExactOut(curveStateOf(coin), NFT_BASE_UNITS, moment)
  if (buy.kind === 'refused') throw new Error(buy.code)
  const beside = buy.lamportsIn + 2n * TOKEN_ACCOUNT_RENT + NETWORK_FEE
  expect(captureCostLamports(coin, moment)).toBe(beside + nftMintRent(coin, 11))
  expect(captureCostLamports({ ...coin, mintedNFTCount: 1_000 }, moment, 7n)).toBe(beside + 7n)
  expect(captureCostLamports({ ...coin, reserveBaseUnits: '5' }, moment)).toBeUndefined()
})
