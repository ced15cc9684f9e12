// How far launches are, for everybody who watches one: the chain and the index are looked at once for all of them.
import type { Address } from '@solana/kit'
import { NFT_SUPPLY } from '@twinmint/sdk/actions/launch/rules'
import type { LaunchProgress } from '@twinmint/sdk/api/launch/contract'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { openBudget } from '@twinmint/sdk/internal/core/budget'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import type { Chain } from '../chain/chain.ts'

const LOOK_MS = 200
/** What could not be made is tried again after that: where the pictures are may be away. */
const MAKE_AGAIN_MS = 2_000
const WATCH_MS_MAX = 120_000
/** A launch is three accounts, and a node answers a hundred at a time. */
const LAUNCHES_MAX = 99
const WATCHERS_MAX = 500
const WATCHERS_BY_KEY_MAX = 50
const UNLIKE: LaunchProgress = {
  type: 'failed',
  code: 'contentUnlike',
  message: errorRecord.contentUnlike.sentence,
}

export interface ProgressDeps {
  readonly chain: Pick<Chain, 'programAddress' | 'loadAccounts'>
  /** The id of the coin with this mint; undefined while the index does not have it. */
  readonly findByMint: (mintAddress: string) => Promise<string | undefined>
  /**
   * Makes the coin's folder again, of what is stored, and says whether it is what the chain names. `onMade` hears how many of its
   * metadata are made.
   */
  readonly isFolderThere: (
    mintAddress: string,
    collectionId: string,
    onMade: (made: number) => void,
  ) => Promise<boolean>
  readonly onError: (error: unknown) => void
}

export interface ProgressBoard {
  /**
   * Tells the steps of a launch as the chain and the index show them done, and `end` when all are, or after two minutes.
   * Resolves with what stops it; undefined when too many are watched already.
   */
  watch(mintAddress: string, watcher: Watcher): Promise<(() => void) | undefined>
}

interface Watcher {
  /** Whom it counts against. */
  readonly key: string
  readonly tell: (message: LaunchProgress) => void
  readonly end: () => void
}

interface Watched {
  readonly mintAddress: string
  readonly accounts: readonly Address[]
  readonly watchers: Map<Watcher, Told>
  step: number
  /** NFTs whose metadata are made again. */
  created: number
  collectionId: string | undefined
  isMaking: boolean
  /** When its making may begin. */
  makeFromMs: number
  /** The folder that was made again is another than the chain names. */
  isUnlike: boolean
}

/** What one watcher has heard. */
interface Told {
  step: number
  created: number
  readonly untilMs: number
  readonly leave: () => void
}

export function openProgressBoard({
  chain,
  findByMint,
  isFolderThere,
  onError,
}: ProgressDeps): ProgressBoard {
  const watched = new Map<string, Watched>()
  const places = openBudget({ max: WATCHERS_MAX, byKeyMax: WATCHERS_BY_KEY_MAX })
  let isLooking = false

  async function lookOnce(): Promise<void> {
    const onChain = [...watched.values()].filter(({ step }) => step < 4)
    const accounts =
      onChain.length === 0 ? [] : await chain.loadAccounts(onChain.flatMap((each) => each.accounts))
    for (const [at, each] of onChain.entries()) {
      // An address that only holds lamports is not made yet: nothing of ours has no data. The market's account is written
      // last, and with it the escrow that it names.
      const missing = accounts.slice(3 * at, 3 * at + 3).findIndex((account) => !account?.data.length)
      each.step = missing < 0 ? 4 : missing + 1
    }
    for (const each of watched.values()) {
      if (each.step < 4) continue
      each.collectionId ??= await findByMint(each.mintAddress)
      const isDue = each.step === 4 && !each.isMaking && !each.isUnlike && Date.now() >= each.makeFromMs
      if (each.collectionId !== undefined && isDue) void makeAgain(each, each.collectionId).catch(onError)
    }
    for (const each of watched.values()) tellAll(each, forget)
  }

  /** Once a launch, and again a little later where it could not be done. */
  async function makeAgain(each: Watched, collectionId: string): Promise<void> {
    each.isMaking = true
    try {
      const isThere = await isFolderThere(each.mintAddress, collectionId, (made) => {
        each.created = Math.max(each.created, Math.min(made, NFT_SUPPLY))
        tellAll(each, forget)
      })
      each.isUnlike = !isThere
      if (isThere) {
        each.created = NFT_SUPPLY
        each.step = 5
      }
      tellAll(each, forget)
    } catch (error) {
      each.makeFromMs = Date.now() + MAKE_AGAIN_MS
      throw error
    } finally {
      each.isMaking = false
    }
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    while (watched.size > 0) {
      await lookOnce().catch(onError)
      await new Promise((again) => setTimeout(again, LOOK_MS))
    }
    isLooking = false
  }

  function forget(each: Watched, watcher: Watcher): void {
    each.watchers.get(watcher)?.leave()
    if (!each.watchers.delete(watcher)) return
    if (each.watchers.size === 0) watched.delete(each.mintAddress)
  }

  return {
    async watch(mintAddress, watcher) {
      const { mint, collection, market } = await deriveMarketAddresses(
        chain.programAddress,
        mintAddress as Address,
      )
      const known = watched.get(mintAddress)
      if (known === undefined && watched.size >= LAUNCHES_MAX) return undefined
      const leave = places.hold(watcher.key)
      if (leave === undefined) return undefined
      const each = known ?? unlooked(mintAddress, [mint, collection, market])
      each.watchers.set(watcher, { step: 0, created: -1, untilMs: Date.now() + WATCH_MS_MAX, leave })
      watched.set(mintAddress, each)
      void look()
      return () => forget(each, watcher)
    },
  }
}

function tellNews({ step, created }: Watched, { tell }: Watcher, told: Told): void {
  const count = step >= 4 ? created : 0
  if (step === 0 || (step === told.step && count === told.created)) return
  if (step !== told.step) tell({ type: 'step', step: step as 1 | 2 | 3 | 4 | 5 })
  if (step >= 4 && count !== told.created) tell({ type: 'nft_progress', created: count, total: NFT_SUPPLY })
  // Three accounts of the chain, the index, and the metadata: a fifth each.
  tell({
    type: 'progress',
    progress: Math.round((step - 1) * 20 + (step >= 4 ? (count / NFT_SUPPLY) * 20 : 0)),
  })
  told.step = step
  told.created = count
}

type Forget = (each: Watched, watcher: Watcher) => void

/** Tells everybody who watches what is new, and goodbye where that is all. */
function tellAll(each: Watched, forget: Forget): void {
  for (const [watcher, told] of each.watchers) {
    tellNews(each, watcher, told)
    if (each.step === 5 && each.collectionId !== undefined)
      watcher.tell({ type: 'done', collectionId: each.collectionId })
    if (each.isUnlike) watcher.tell(UNLIKE)
    if (each.step === 5 || each.isUnlike || Date.now() >= told.untilMs) {
      forget(each, watcher)
      watcher.end()
    }
  }
}

/** Of which nothing is known yet. */
const unlooked = (mintAddress: string, accounts: readonly Address[]): Watched => ({
  mintAddress,
  accounts,
  watchers: new Map(),
  step: 0,
  created: 0,
  collectionId: undefined,
  isMaking: false,
  makeFromMs: 0,
  isUnlike: false,
})
