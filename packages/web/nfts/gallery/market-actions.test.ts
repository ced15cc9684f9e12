import type { NftListing } from '@twinmint/sdk/api/records/nft-market'
import { describe, expect, test } from 'vitest'
import { actionsFor, type NftMarketAction } from './market-actions.ts'

const listing: NftListing = {
  address: 'L',
  sellerAddress: 'A',
  priceLamports: '1',
  expiresAt: '2026-11-24T00:00:00.000Z',
  createdAt: '2026-11-23T00:00:00.000Z',
}
const held = { isMinted: true, isSwapped: false, ownerAddress: 'A', listing: null }
const listed = { ...held, listing }

describe('what can be done with an NFT', () => {
  test.each<[string, Parameters<typeof actionsFor>, readonly NftMarketAction[]]>([
    ['a visitor makes an offer', [held, undefined, false], ['offer']],
    ['another wallet too', [held, 'B', false], ['offer']],
    ['its owner lists it', [held, 'A', false], ['list']],
    ['a listed one is bought', [listed, 'B', true], ['buy', 'offer']],
    ['an expired one is not', [listed, 'B', false], ['offer']],
    ['its seller changes it or takes it back', [listed, 'A', true], ['change', 'takeBack']],
    ['also when it has expired', [listed, 'A', false], ['change', 'takeBack']],
    ['the escrow’s is for coins', [{ ...held, isSwapped: true, ownerAddress: 'E' }, 'B', false], []],
    ['one that is not there', [{ ...held, isMinted: false, ownerAddress: null }, 'B', false], []],
    ['a burned one', [{ ...held, ownerAddress: null }, 'B', false], []],
  ])('%s', (_, [nft, wallet, isOpen], actions) => {
    expect(actionsFor(nft, wallet, isOpen)).toEqual(actions)
  })
})
