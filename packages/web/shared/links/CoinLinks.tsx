// The links of a coin. What shows them is loaded after the page, and only where there are some.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy.tsx'
import type { CoinLinksProps } from './LinkList.tsx'

const LinkList = lazyPart(() => import('./LinkList.tsx'))

export const hasLinksOf = ({ links }: Pick<Collection, 'links'>): boolean =>
  Object.values(links).some((link) => link !== undefined)

export function CoinLinks(props: CoinLinksProps) {
  return hasLinksOf(props.collection) ? (
    <Suspense>
      <LinkList {...props} />
    </Suspense>
  ) : null
}
