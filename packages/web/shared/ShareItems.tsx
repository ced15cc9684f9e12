// What every dialog that shares something is made of: lines to press, the clipboard, X, and the browser's own way.

import { xIntentUrl } from '@twinmint/sdk/internal/api/platform/share-links'
import { Share } from 'lucide-react'
import type { ReactNode } from 'react'
import { writeToClipboard } from '../ui/amounts.tsx'
import { showToast } from '../ui/toasts/toast.ts'
import { XIcon } from './links/XIcon.tsx'

export const SHARE_ITEM =
  'flex h-12 w-full items-center gap-3 rounded-input px-3 text-14 font-medium transition-colors hover:bg-raised'

export function ShareItem({
  icon,
  onClick,
  children,
}: {
  readonly icon: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" onClick={onClick} className={SHARE_ITEM}>
      <span className="text-muted">{icon}</span>
      {children}
    </button>
  )
}

export async function copyShared(text: string, what: 'Link' | 'Code' | 'Post'): Promise<void> {
  if (await writeToClipboard(text))
    showToast({ title: 'Copied!', description: `${what} copied to clipboard`, tone: 'success' })
  else
    showToast({
      title: 'Not copied',
      description: `Your browser keeps the clipboard closed. ${text}`,
      tone: 'destructive',
    })
}

export function PostOnX({ text, url }: { readonly text: string; readonly url: string }) {
  return (
    <a href={xIntentUrl(text, url)} target="_blank" rel="noreferrer" className={SHARE_ITEM}>
      <XIcon size={18} />
      Share on X
    </a>
  )
}

/** Nothing where the browser has no way of its own. */
export function ShareWith({ data }: { readonly data: ShareData }) {
  if (typeof navigator.share !== 'function') return null
  // Closing the browser's own sheet is no failure.
  const share = () => void navigator.share(data).catch(() => undefined)
  return (
    <ShareItem icon={<Share size={18} aria-hidden="true" />} onClick={share}>
      Share with…
    </ShareItem>
  )
}
