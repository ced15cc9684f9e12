// Every swap of one NFT, the newest first, down to its mint.
import { ArrowDownToLine, ArrowUpFromLine, Sparkles } from 'lucide-react'
import { TransactionLink } from '../site/TransactionLink.tsx'
import { WalletLink } from '../site/WalletLink.tsx'
import { RelativeTime } from '../ui/amounts.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { Trade } from '../wire/records/trade.ts'
import { swapWord } from './figures.ts'

export function NftHistory({
  history,
  walletAddress,
  explorerTransactionUrl,
}: {
  readonly history: readonly Trade[]
  readonly walletAddress: string | undefined
  readonly explorerTransactionUrl: string | null
}) {
  return (
    <Panel title="History" flush className="self-start">
      {history.length === 0 ? (
        <p className="p-4 text-14 text-muted">It begins with its mint: the first capture.</p>
      ) : (
        <ol>
          {history.map((swap) => (
            <li
              key={swap.id}
              className="flex min-h-14 items-center gap-3 border-b border-line/60 py-2 pr-3 pl-4 last:border-0"
            >
              <SwapIcon swap={swap} />
              <div className="min-w-0 flex-1">
                <p className="text-14 font-medium">{swapWord(swap)}</p>
                <p className="text-13 text-muted">
                  by{' '}
                  {swap.traderAddress === walletAddress ? (
                    <span className="text-violet">you</span>
                  ) : (
                    <WalletLink address={swap.traderAddress} />
                  )}
                </p>
              </div>
              <RelativeTime iso={swap.createdAt} ago className="text-13 text-muted" />
              <TransactionLink signature={swap.txSignature} explorerUrl={explorerTransactionUrl} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function SwapIcon({ swap }: { readonly swap: Trade }) {
  const Icon = swap.type === 'SWAP_TO_TOKEN' ? ArrowUpFromLine : swap.nftMinted ? Sparkles : ArrowDownToLine
  return <Icon size={18} aria-hidden="true" className="shrink-0 text-violet" />
}
