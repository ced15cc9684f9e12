// Ways to show a coin elsewhere: its link, X, whatever the browser shares with, its card, and its chart in a page.
import { CodeXml, Image, Link2, Share } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { writeToClipboard } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatMoney } from '../ui/format.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { showToast } from '../ui/toast.ts'
import type { Collection } from '../wire/records/coin.ts'
import { EMBED_SIZES, type EmbedSize, embedCode, xIntentUrl } from './share-texts.ts'

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

const ITEM =
  'flex h-12 w-full items-center gap-3 rounded-input px-3 text-14 font-medium transition-colors hover:bg-raised'

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
  const share = () => {
    // Closing the browser's own sheet is no failure.
    navigator.share({ title: name, text, url }).catch(() => undefined)
  }
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
      <Item icon={<Link2 size={18} aria-hidden="true" />} onClick={() => void copy(url, 'Link')}>
        Copy link
      </Item>
      <a href={xIntentUrl(text, url)} target="_blank" rel="noreferrer" className={ITEM}>
        <XMark />
        Share on X
      </a>
      {typeof navigator.share === 'function' && (
        <Item icon={<Share size={18} aria-hidden="true" />} onClick={share}>
          Share with…
        </Item>
      )}
      <a href={cardUrl} target="_blank" rel="noreferrer" className={ITEM}>
        <Image size={18} aria-hidden="true" className="text-muted" />
        Open the card
      </a>
      <Item icon={<CodeXml size={18} aria-hidden="true" />} onClick={onEmbed}>
        Embed
      </Item>
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
        <Button onClick={() => void copy(code, 'Code')}>Copy code</Button>
      </div>
    </div>
  )
}

async function copy(text: string, what: 'Link' | 'Code'): Promise<void> {
  if (await writeToClipboard(text))
    showToast({ title: 'Copied!', description: `${what} copied to clipboard`, tone: 'success' })
  else
    showToast({
      title: 'Not copied',
      description: `Your browser keeps the clipboard closed. ${text}`,
      tone: 'destructive',
    })
}

function Item({
  icon,
  onClick,
  children,
}: {
  readonly icon: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" onClick={onClick} className={ITEM}>
      <span className="text-muted">{icon}</span>
      {children}
    </button>
  )
}

/** Lucide has no brands. */
function XMark() {
  return (
    <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden="true" className="text-muted">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        d="M4 4l16 16M20 4l-7 7M11 13l-7 7"
      />
    </svg>
  )
}
