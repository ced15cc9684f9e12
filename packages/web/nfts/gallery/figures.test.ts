import { describe, expect, it } from 'vitest'
import { holdingOf, mintsBefore, rarityShareText, swapWord } from './figures.ts'

describe('where an NFT is', () => {
  const nft = { isMinted: true, isSwapped: false, ownerAddress: 'me' }
  it.each([
    ['unminted', { ...nft, isMinted: false, ownerAddress: null }, 'me'],
    ['escrow', { ...nft, isSwapped: true, ownerAddress: 'escrow' }, 'me'],
    ['mine', nft, 'me'],
    ['wallet', nft, 'you'],
    ['wallet', nft, undefined],
  ] as const)('%s', (holding, given, wallet) => {
    expect(holdingOf(given, wallet)).toBe(holding)
  })
})

it.each([
  ['Minted and captured', 'SWAP_TO_NFT', true],
  ['Captured', 'SWAP_TO_NFT', false],
  ['Released', 'SWAP_TO_TOKEN', false],
] as const)('the history says "%s"', (word, type, nftMinted) => {
  expect(swapWord({ type, nftMinted })).toBe(word)
})

it('says the share of a class of the thousand', () => {
  expect(rarityShareText('epic')).toBe('9.6')
  expect(rarityShareText('mythic')).toBe('1')
})

it('counts the mints that come before', () => {
  expect(mintsBefore({ tokenId: 13 }, { mintedNFTCount: 12 })).toBe(0)
  expect(mintsBefore({ tokenId: 20 }, { mintedNFTCount: 12 })).toBe(7)
  expect(mintsBefore({ tokenId: 5 }, { mintedNFTCount: 12 })).toBe(0)
})
