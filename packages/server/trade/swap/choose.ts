// Which NFTs a request swaps, by what the chain says at this moment: the index only tells where to look.
import type { Address } from '@solana/kit'
import { TRACE } from '@twinmint/sdk/actions/swap/rules'
import type { PlannedSwap } from '@twinmint/sdk/actions/swap/transaction'
import { Refusal } from '@twinmint/sdk/core/errors'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import { MINT_WINDOW } from '@twinmint/sdk/core/rent'
import { deriveNftAddresses, type MarketAddresses } from '@twinmint/sdk/program/addresses'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain, ChainAccount } from '../../chain/chain.ts'
import { findNftAccount } from '../../chain/holdings.ts'
import type { Database } from '../../database/database.ts'
import { findEditions, listInEscrow, listUnminted } from '../../index/nft-store.ts'
import type { Reservations } from './reservations.ts'

export interface ChooseDeps {
  readonly db: Database
  readonly chain: Chain
  readonly reservations: Reservations
}

interface Swapper {
  readonly collectionId: string
  readonly addresses: MarketAddresses
  readonly user: Address
}

/** What the chain has of an NFT. */
interface NftState {
  readonly nft: PlannedSwap['nft']
  readonly mint: ChainAccount | undefined
  readonly userNft: ChainAccount | undefined
  readonly escrowNft: ChainAccount | undefined
}

const isMade = (account: ChainAccount | undefined): boolean => account?.owner === TOKEN_2022_PROGRAM
const holdsOne = (account: ChainAccount | undefined): boolean => holdingIn(account)?.baseUnits === 1n
/** What an account that has to be made adds, whose address a stranger has sent lamports to. */
const dust = (account: ChainAccount | undefined): number => (account && !isMade(account) ? TRACE.dusted : 0)

async function loadStates(
  { chain }: ChooseDeps,
  { addresses, user }: Swapper,
  editions: readonly number[],
): Promise<NftState[]> {
  const nfts = await Promise.all(
    editions.map((edition) =>
      deriveNftAddresses(chain.programAddress, {
        mintAddress: addresses.mint,
        walletAddress: user,
        edition,
      }),
    ),
  )
  const accounts = await chain.loadAccounts(
    nfts.flatMap(({ nftMint: mint, userNft, escrowNft }) => [mint, userNft, escrowNft]),
  )
  return nfts.map((nft, at) => ({
    nft,
    mint: accounts[at * 3],
    userNft: accounts[at * 3 + 1],
    escrowNft: accounts[at * 3 + 2],
  }))
}

function mintedNow({ nft, mint, userNft }: NftState): PlannedSwap {
  return { nft, source: 'mint', trace: TRACE.mint + dust(mint) + dust(userNft) }
}

function fromEscrow({ nft, userNft }: NftState): PlannedSwap {
  const account = isMade(userNft) ? -TRACE.nftAccount : dust(userNft)
  return { nft, source: 'escrow', trace: TRACE.escrow + account }
}

/**
 * `count` of those that the escrow holds, which cost less, and of those that can be minted; with `mintNew` these come first.
 * Refuses nftNotInEscrow when there are fewer.
 */
export async function chooseNext(
  deps: ChooseDeps,
  swapper: Swapper & { readonly nftsMinted: number },
  { count, mintNew }: { readonly count: number; readonly mintNew: boolean },
): Promise<PlannedSwap[]> {
  const { db, reservations } = deps
  const { collectionId, user, nftsMinted } = swapper
  const isTaken = (index: number) => reservations.isTaken(collectionId, index, user, Date.now())
  // Those who ask at the same moment look at the same accounts: who is back first has the number.
  const claim = (index: number) => reservations.claim(collectionId, index, user, Date.now())
  const chosen: PlannedSwap[] = []
  const choose = async (
    candidates: readonly number[],
    fits: (state: NftState) => PlannedSwap | undefined,
    isFree: (index: number) => boolean,
  ) => {
    const ordered = [...candidates]
    while (chosen.length < count && ordered.length > 0)
      for (const state of await loadStates(deps, swapper, ordered.splice(0, count - chosen.length))) {
        const planned = fits(state)
        if (planned && isFree(planned.nft.edition)) chosen.push(planned)
      }
  }
  const fromThere = {
    list: () => listInEscrow(db, collectionId),
    fits: (state: NftState) => (holdsOne(state.escrowNft) ? fromEscrow(state) : undefined),
  }
  const made = {
    list: () => listUnminted(db, collectionId, Math.min(EDITIONS, nftsMinted + MINT_WINDOW)),
    fits: (state: NftState) => (isMade(state.mint) ? undefined : mintedNow(state)),
  }
  const ways = mintNew ? [made, fromThere] : [fromThere, made]
  const missing = () => chosen.length < count
  for (const { list, fits } of ways)
    if (missing())
      await choose(
        (await list()).filter((index) => !isTaken(index)),
        fits,
        claim,
      )
  // A number that was handed out but not used yet is better than none.
  for (const { list, fits } of ways)
    if (missing()) await choose((await list()).filter(isTaken), fits, () => true)
  if (missing())
    throw new Refusal(
      'nftNotInEscrow',
      chosen.length === 0
        ? 'All 1,000 NFTs are in wallets. One can be captured as soon as somebody releases it.'
        : `Only ${chosen.length} can be captured now; the others are in wallets.`,
    )
  return chosen.sort((a, b) => a.nft.edition - b.nft.edition)
}

/** The chosen ones; refuses nftNotFound and nftNotInEscrow. */
export async function chooseFromEscrow(
  deps: ChooseDeps,
  swapper: Swapper,
  mintAddresses: readonly string[],
): Promise<PlannedSwap[]> {
  const states = await loadStates(deps, swapper, await editionsOf(deps, swapper, mintAddresses))
  return states.map((state) => {
    if (!holdsOne(state.escrowNft))
      throw new Refusal(
        'nftNotInEscrow',
        `The escrow does not hold #${state.nft.edition}. Choose another one.`,
      )
    return fromEscrow(state)
  })
}

/** The wallet's own NFTs, wherever it keeps them; refuses nftNotFound and nftNotHeld. */
export async function chooseHeld(
  deps: ChooseDeps,
  swapper: Swapper,
  mintAddresses: readonly string[],
): Promise<PlannedSwap[]> {
  const states = await loadStates(deps, swapper, await editionsOf(deps, swapper, mintAddresses))
  return Promise.all(
    states.map(async ({ nft, userNft, escrowNft }) => {
      const account = holdsOne(userNft)
        ? nft.userNft
        : (await findNftAccount(deps.chain, swapper.user, nft.nftMint))?.address
      if (account === undefined) throw new Refusal('nftNotHeld', `The wallet does not hold #${nft.edition}.`)
      return { nft: { ...nft, userNft: account }, source: null, trace: TRACE.release + dust(escrowNft) }
    }),
  )
}

async function editionsOf(
  { db }: ChooseDeps,
  { collectionId }: Swapper,
  mintAddresses: readonly string[],
): Promise<number[]> {
  const asked = [...new Set(mintAddresses)]
  const editions = await findEditions(db, asked)
  return asked.map((mintAddress) => {
    const edition = editions.get(mintAddress)
    if (edition?.collectionId !== collectionId) throw new Refusal('nftNotFound')
    return edition.tokenId
  })
}
