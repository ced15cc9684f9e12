// Ways to show a result elsewhere: a picture that the server draws from the chain's facts, its link, a post, a file. Amounts may
// be left out.

import type { Position } from '@twinmint/sdk/api/positions/contract'
import { sentAwayText, sharedPercent } from '@twinmint/sdk/api/positions/results'
import { resultAt } from '@twinmint/sdk/api/positions/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { AMOUNTS_HIDDEN, resultCardPath, resultPath } from '@twinmint/sdk/internal/api/platform/share-links'
import { Download, Link2, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { HistorySince } from '../../shared/history/HistorySince.tsx'
import { copyShared, PostOnX, SHARE_ITEM, ShareItem, ShareWith } from '../../shared/ShareItems.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { resultText } from './figures.ts'

export default function ResultDialog({
  collection,
  position,
  onClose,
}: {
  readonly collection: Collection
  readonly position: Position
  readonly onClose: () => void
}) {
  const [hidesAmounts, setHidesAmounts] = useState(false)
  // One picture while the dialog is open, whatever the price does.
  const [{ sequence, result }] = useState(() => ({
    sequence: collection.sequence,
    result: sharedResult(position, collection),
  }))
  const sentAway = sentAwayText(position, hidesAmounts)
  const { name, symbol } = collection
  const { collectionId, walletAddress } = position
  const cardUrl = resultCardPath(position, { hidesAmounts, version: sequence })
  const url = `${location.origin}${resultPath(collectionId, walletAddress)}${hidesAmounts ? `?${AMOUNTS_HIDDEN}` : ''}`
  const text = [
    `My ${resultText(symbol, result, hidesAmounts)}`,
    ...(sentAway === undefined ? [] : [sentAway]),
  ].join('. ')
  return (
    <Dialog open onClose={onClose} title={`Share your result in ${name}`} className="max-w-lg!">
      <div className="flex flex-col gap-1">
        <a href={cardUrl} target="_blank" rel="noreferrer" className="block rounded-input">
          <img
            src={cardUrl}
            width={1200}
            height={630}
            alt={`Card: ${text}`}
            className="h-auto w-full rounded-input border border-line bg-raised"
          />
        </a>
        {sentAway !== undefined && (
          <p className="px-3 pt-1 text-12 text-muted">{sentAway}. So the card has no percent.</p>
        )}
        <HistorySince since={collection.historySince} className="px-3 pt-1">
          Earlier trades are not in the result.
        </HistorySince>
        <label className="flex h-11 cursor-pointer items-center gap-3 px-3 text-14 text-muted hover:text-text">
          <input
            type="checkbox"
            checked={hidesAmounts}
            onChange={(event) => setHidesAmounts(event.target.checked)}
            className="size-4 accent-violet"
          />
          Hide the amounts, show percent alone
        </label>
        <ShareItem icon={<Link2 size={18} aria-hidden="true" />} onClick={() => void copyShared(url, 'Link')}>
          Copy link
        </ShareItem>
        <ShareItem
          icon={<MessageSquareText size={18} aria-hidden="true" />}
          onClick={() => void copyShared(`${text}\n${url}`, 'Post')}
        >
          Copy as a post
        </ShareItem>
        <a href={cardUrl} download={`${symbol}-result.png`} className={SHARE_ITEM}>
          <Download size={18} aria-hidden="true" className="text-muted" />
          Download the picture
        </a>
        <PostOnX text={text} url={url} />
        <ShareWith data={{ title: `Result in ${name}`, text, url }} />
        <p className="px-3 pt-1 text-12 text-faint">
          The server draws it from your trades on the chain and what selling the rest now would bring.
          Everybody who has the link sees your wallet’s address, and can find the amounts on the chain.
        </p>
      </div>
    </Dialog>
  )
}

/** As others see it. */
function sharedResult(position: Position, collection: Collection) {
  const { resultLamports, resultPercent } = resultAt(position, collection)
  return { resultLamports, resultPercent: sharedPercent(position, resultPercent) }
}
