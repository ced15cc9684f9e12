// What the home page asks for, said once: for the page, and for the server, whose document asks for the first of it before
// any script runs.
import type { HomeSort } from './rules.ts'

export const COLLECTIONS_PER_PAGE = 50

/** Of the API, without its `/api/`. */
export const BOOSTED_PATH = 'collections/boosted'
export const TRENDING_PATH = 'collections/trending'
export const collectionsPath = (sort: HomeSort, search: string): `collections?${string}` =>
  `collections?limit=${COLLECTIONS_PER_PAGE}&sort=${sort}${search === '' ? '' : `&search=${encodeURIComponent(search)}`}`

export const FIRST_PATHS = [BOOSTED_PATH, TRENDING_PATH, collectionsPath('lastTrade', '')]

/** The `sizes` of the ring's pictures at their widest. */
export const RING_PICTURE_SIZES = '208px'
