// One coin's page with the card that trades it.
import { TradePage } from '../collection/TradePage.tsx'
import { TradePanel } from '../trade/TradePanel.tsx'

export default function CoinPage({ id }: { readonly id: string }) {
  return <TradePage id={id} TradeCard={TradePanel} />
}
