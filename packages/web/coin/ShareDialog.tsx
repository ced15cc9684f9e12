// Ways to show a coin elsewhere: its link, X, whatever the browser shares with, its card, and its chart in a page.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { CodeXml, Image, Link2 } from 'lucide-react'
import { useState } from 'react'
import { copyShared, PostOnX, SHARE_ITEM, ShareItem, ShareWith } from '../shared/ShareItems.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatMoney } from '../ui/format.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { EMBED_SIZES, type EmbedSize, embedCode } from './share-texts.ts'

export default function ShareDialog({
  collection,
  onClose,
}: {
  readonly collection: Collection
  readonly onClose: () => void
}) {
  const [isEmbed, setIsEmbed] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={isEmbed ? `Embed the chart of ${collection.name}` : `Share ${collection.name}`}
      className="max-w-lg!"
    >
      {isEmbed ? (
        <EmbedPart collection={collection} onBack={() => setIsEmbed(false)} />
      ) : (
        <SharePart collection={collection} onEmbed={() => setIsEmbed(true)} />
      )}
    </Dialog>
  )
}

function SharePart({
  collection,
  onEmbed,
}: {
  readonly collection: Collection
  readonly onEmbed: () => void
}) {
  const { name, symbol, marketCap, id, sequence } = collection
  const url = `${location.origin}/trade/${id}`
  const text = `${name} (${symbol}) at ${formatMoney(marketCap)} market cap`
  const cardUrl = `/api/collections/${id}/card.jpg?v=${sequence}`
  return (
    <div className="flex flex-col gap-1">
      <a href={cardUrl} target="_blank" rel="noreferrer" className="mb-2 block rounded-input">
        <img
          src={cardUrl}
          width={1200}
          height={630}
          alt={`Card of ${name}: ${text}`}
          className="h-auto w-full rounded-input border border-line bg-raised"
        />
      </a>
      <ShareItem icon={<Link2 size={18} aria-hidden="true" />} onClick={() => void copyShared(url, 'Link')}>
        Copy link
      </ShareItem>
      <PostOnX text={text} url={url} />
      <ShareWith data={{ title: name, text, url }} />
      <a href={cardUrl} target="_blank" rel="noreferrer" className={SHARE_ITEM}>
        <Image size={18} aria-hidden="true" className="text-muted" />
        Open the card
      </a>
      <ShareItem icon={<CodeXml size={18} aria-hidden="true" />} onClick={onEmbed}>
        Embed
      </ShareItem>
    </div>
  )
}

function EmbedPart({ collection, onBack }: { readonly collection: Collection; readonly onBack: () => void }) {
  const [size, setSize] = useState<EmbedSize>('medium')
  const code = embedCode(collection, location.origin, size)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-muted">
        Put this into any page: the live chart, with a link to the coin. No cookies, no wallet.
      </p>
      <Segmented
        label="Size"
        segments={EMBED_SIZES.map(({ value, label }) => ({ value, label }))}
        value={size}
        onChange={setSize}
      />
      <textarea
        readOnly
        aria-label="Code to embed"
        rows={5}
        value={code}
        onFocus={(event) => event.target.select()}
        className="figures w-full resize-none rounded-input border border-line bg-ink p-3 text-12 break-all text-text"
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
        <Button onClick={() => void copyShared(code, 'Code')}>Copy code</Button>
      </div>
    </div>
  )
}
