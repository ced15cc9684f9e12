// Takes back what the wallet has listed, or takes it back and swaps it into coins, in one signature.

import { marketNetLamports } from '@twinmint/sdk/actions/nft-market/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { numbersText } from '@twinmint/sdk/core/figures'
import { useState } from 'react'
import { Coins, Digits } from '../../../ui/amounts.tsx'
import { Line, Nothing } from '../../../ui/Lines.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useTakeBack } from '../use-market.ts'
import { CostLines, Figures, SolLine } from './DialogFields.tsx'
import { NftMarketDialog } from './NftMarketDialog.tsx'

export function TakeBackDialog({
  collection,
  editions,
  andRelease: first,
  onClose,
}: {
  readonly collection: Collection
  readonly editions: readonly number[]
  readonly andRelease: boolean
  readonly onClose: () => void
}) {
  const [andRelease, setAndRelease] = useState(first)
  const action = useTakeBack(collection, { editions, andRelease })
  const { quote } = action
  const numbers = numbersText(editions)
  const net = quote && marketNetLamports('cancel', quote)
  const collectionId = collection.id
  return (
    <NftMarketDialog
      title={`Take back ${numbers}`}
      description={
        andRelease
          ? `Becomes 1,000,000 ${collection.symbol}, and anybody may capture it then.`
          : 'Comes off the market and back into your wallet.'
      }
      action={action}
      onClose={onClose}
      label={andRelease ? 'Take back and swap into coins' : `Take back ${numbers}`}
      next={
        andRelease ? undefined : { label: 'List again', request: { kind: 'list', collectionId, editions } }
      }
    >
      <Segmented
        label="What becomes of it"
        segments={[
          { value: 'keep', label: 'Keep it' },
          { value: 'release', label: 'Swap into coins' },
        ]}
        value={andRelease ? 'release' : 'keep'}
        onChange={(value) => setAndRelease(value === 'release')}
        tone="raised"
        disabled={action.isRunning}
      />
      <Figures>
        <Line term="You receive" strong>
          {!andRelease ? (
            <Digits>{numbers}</Digits>
          ) : quote === undefined ? (
            <Nothing />
          ) : (
            <Coins baseUnits={quote.baseUnits.toString()} symbol={collection.symbol} />
          )}
        </Line>
        {andRelease && editions.length === 1 && (
          <SolLine term="Selling the coins would bring" lamports={quote?.releaseAndSellLamports} />
        )}
        <CostLines quote={quote} />
        <SolLine
          term={net !== undefined && net < 0n ? 'Into your wallet in all' : 'You pay in all'}
          lamports={net === undefined ? undefined : net < 0n ? -net : net}
          strong
        />
      </Figures>
    </NftMarketDialog>
  )
}
