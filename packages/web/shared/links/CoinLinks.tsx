// The links of a coin. What shows them is loaded after the page, and only where there are some.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Suspense } from 'react'
import { later } from '../../ui/lazy.tsx'

const LinkList = later(() => import('./LinkList.tsx'))

export interface CoinLinksProps {
  readonly collection: Pick<Collection, 'name' | 'links'>
  /** Signs alone, as on a card, or with words. */
  readonly kind: 'signs' | 'words'
  readonly className?: string
  /** Somebody is about to be asked whether to follow one: a menu with the links closes. */
  readonly onAsk?: (() => void) | undefined
}

export const hasLinksOf = ({ links }: Pick<Collection, 'links'>): boolean =>
  Object.values(links).some((link) => link !== undefined)

export function CoinLinks(props: CoinLinksProps) {
  return hasLinksOf(props.collection) ? (
    <Suspense>
      <LinkList {...props} />
    </Suspense>
  ) : null
}
