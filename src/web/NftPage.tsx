// One NFT's page, with what the market shows of it, and its proof. All but the price comes after the first paint.
import { type NftPageParts, NftPage as Page } from '../gallery/NftPage.tsx'
import { PriceBox } from '../marketplace/nft/PriceBox.tsx'
import { later } from '../ui/later.tsx'

const PARTS: NftPageParts = {
  PriceBox,
  OffersPanel: later(() => import('../marketplace/nft/OffersPanel.tsx')),
  PriceHistory: later(() => import('../marketplace/nft/PriceHistory.tsx')),
  NftProof: later(() => import('../explorer/content/NftProof.tsx')),
}

export default function NftPage(props: { readonly collectionId: string; readonly edition: string }) {
  return <Page {...props} parts={PARTS} />
}
