// NFTs move without the program too, from wallet to wallet, and no event tells of that. So what is shown of owners is
// compared with the chain, and only an NFT that has moved is looked for.
import type { Address } from '@solana/kit'
import type { Chain } from '../chain/chain.ts'
import { ProgramDataError } from '../chain/program/bytes.ts'
import { TOKEN_2022_PROGRAM } from '../chain/program/programs.ts'
import { type CoinAccount, decodeCoinAccount } from '../chain/program/token-2022.ts'
import { Refusal } from '../core/errors.ts'
import type { Database } from '../database/database.ts'
import type { NftRow } from './rules.ts'
import { listByMints, listCirculating, updateOwner } from './store.ts'

/** How long an answer of a cluster's node is good; the chain in this process is asked every time. */
const CHECKED_MS = 10_000
const COLLECTION_CHECKED_MS = 30_000
const REMEMBERED_MAX = 100_000
const CHUNK = 100

export interface Owners {
  /** The rows with the owners that the chain has. */
  current(rows: readonly NftRow[]): Promise<NftRow[]>
  /** Compares a whole collection, at most every minute, in the background. */
  refresh(collectionId: string): void
  /** A collection's NFTs that a wallet holds, by the chain. */
  heldBy(walletAddress: Address, collectionId: string): Promise<NftRow[]>
}

export function openOwners(db: Database, chain: Chain, onFailure: (error: unknown) => void): Owners {
  const checkedMs = chain.watchIsComplete ? 0 : CHECKED_MS
  const checkedAtMs = new Map<string, number>()
  const idOf = ({ collectionId, tokenId, sequence }: NftRow) => `${collectionId}:${tokenId}:${sequence ?? 0}`
  const remember = (key: string) => {
    if (checkedAtMs.size >= REMEMBERED_MAX) checkedAtMs.clear()
    checkedAtMs.set(key, Date.now())
  }
  const isFresh = (key: string, ms: number) => Date.now() - (checkedAtMs.get(key) ?? 0) < ms

  async function current(rows: readonly NftRow[]): Promise<NftRow[]> {
    const doubtful = rows.filter((row) => row.isMinted && !row.isSwapped && !isFresh(idOf(row), checkedMs))
    if (doubtful.length === 0) return [...rows]
    const accounts = await chain.loadAccounts(
      doubtful.map(({ tokenAccount }) => (tokenAccount ?? '') as Address),
    )
    const moved = new Map<string, NftRow>()
    for (const [at, row] of doubtful.entries()) {
      const account = accounts[at]
      const holding = account?.owner === TOKEN_2022_PROGRAM ? holdingOf(account.data) : undefined
      if (holding?.baseUnits !== 1n || holding.mint !== row.mintAddress) {
        const found = await findOwner(chain, row)
        if (found) moved.set(idOf(row), found)
      } else if (holding.owner !== row.ownerAddress)
        moved.set(idOf(row), { ...row, ownerAddress: holding.owner })
      remember(idOf(row))
    }
    for (const row of moved.values()) await store(row)
    return rows.map((row) => moved.get(idOf(row)) ?? row)
  }

  async function store(row: NftRow): Promise<void> {
    const { collectionId, tokenId, sequence, ownerAddress, tokenAccount } = row
    if (ownerAddress !== null && tokenAccount !== null)
      await updateOwner(db, { collectionId, tokenId, sequence, ownerAddress, tokenAccount })
  }

  async function refreshNow(collectionId: string): Promise<void> {
    const rows = await listCirculating(db, collectionId)
    for (let from = 0; from < rows.length; from += CHUNK) {
      await current(rows.slice(from, from + CHUNK))
      // Other requests get their turn between.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return {
    current,
    refresh(collectionId) {
      if (isFresh(collectionId, COLLECTION_CHECKED_MS)) return
      remember(collectionId)
      refreshNow(collectionId).catch(onFailure)
    },
    async heldBy(walletAddress, collectionId) {
      const { value } = await chain.rpc
        .getTokenAccountsByOwner(
          walletAddress,
          { programId: TOKEN_2022_PROGRAM },
          { encoding: 'base64', commitment: 'confirmed' },
        )
        .send()
        .catch((cause: unknown) => {
          throw new Refusal('chainUnavailable', undefined, { cause })
        })
      const accountByMint = new Map<string, Address>()
      for (const { pubkey, account } of value) {
        const holding = holdingOf(Buffer.from(account.data[0], 'base64'))
        if (holding?.baseUnits === 1n) accountByMint.set(holding.mint, pubkey)
      }
      const rows = await listByMints(db, collectionId, [...accountByMint.keys()])
      return Promise.all(
        rows.map(async (row) => {
          const tokenAccount = accountByMint.get(row.mintAddress ?? '') ?? null
          if (row.ownerAddress === walletAddress && row.tokenAccount === tokenAccount) return row
          const held = { ...row, ownerAddress: walletAddress, tokenAccount }
          await store(held)
          return held
        }),
      )
    },
  }
}

/** What a token account holds; undefined for one that is empty, frozen or not initialised. */
function holdingOf(data: Uint8Array): CoinAccount | undefined {
  try {
    return decodeCoinAccount(data)
  } catch (error) {
    if (error instanceof ProgramDataError) return undefined
    throw error
  }
}

/** Where an NFT is that is no longer where it was. */
async function findOwner(chain: Chain, row: NftRow): Promise<NftRow | undefined> {
  if (row.mintAddress === null) return undefined
  const largest = await chain.rpc
    .getTokenLargestAccounts(row.mintAddress as Address, { commitment: 'confirmed' })
    .send()
    .catch((cause: unknown) => {
      throw new Refusal('chainUnavailable', undefined, { cause })
    })
  const address = largest.value.find(({ amount }) => amount === '1')?.address
  if (address === undefined) return undefined // between two states: the next look finds it
  const [account] = await chain.loadAccounts([address])
  if (!account) return undefined
  return { ...row, ownerAddress: decodeCoinAccount(account.data).owner, tokenAccount: address }
}
