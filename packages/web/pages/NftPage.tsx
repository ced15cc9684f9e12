// One NFT's page, with what the market shows of it, and its proof. All but the price comes after the first paint.
import { type NftPageParts, NftPage as Page } from '../nfts/gallery/NftPage.tsx'
import { PriceBox } from '../nfts/market/nft/PriceBox.tsx'
import { lazyPart } from '../ui/lazy.tsx'

const PARTS: NftPageParts = {
  PriceBox,
  OffersPanel: lazyPart(() => import('../nfts/market/nft/OffersPanel.tsx')),
  PriceHistory: lazyPart(() => import('../nfts/market/nft/PriceHistory.tsx')),
  NftProof: lazyPart(() => import('../explorer/content/NftProof.tsx')),
}

export default function NftPage(props: { readonly collectionId: string; readonly edition: string }) {
  return <Page {...props} parts={PARTS} />
}
