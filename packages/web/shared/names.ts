// What the people on a page call themselves: asked for together, however many places show them, and remembered.

import { NAMES_MAX } from '@twinmint/sdk/api/records/names'
import type { Names } from '@twinmint/sdk/api/records/person'
import { useEffect, useSyncExternalStore } from 'react'
import { apiGet } from '../data/api.ts'
import { createListeners } from '../ui/store.ts'

/** As long as a frame or two: what is drawn at once is asked for at once. */
const GATHER_MS = 20
const FRESH_MS = 300_000
const REMEMBERED_MAX = 2_000

/** Undefined for a wallet without a name. */
const known = new Map<string, { readonly name: string | undefined; readonly atMs: number }>()
const asked = new Set<string>()
const waiting = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
const news = createListeners()

/** The username of a wallet; undefined while it is not known, and where there is none. */
export function useName(address: string): string | undefined {
  useEffect(() => want(address), [address])
  return useSyncExternalStore(
    news.subscribe,
    () => known.get(address)?.name,
    () => undefined,
  )
}

/** Somebody has just said what a wallet is called. */
export function noteName(address: string, name: string | undefined): void {
  remember(address, name)
  news.tell()
}

function want(address: string): void {
  const one = known.get(address)
  if (asked.has(address) || (one !== undefined && Date.now() - one.atMs < FRESH_MS)) return
  waiting.add(address)
  timer ??= setTimeout(askForAll, GATHER_MS)
}

function askForAll(): void {
  timer = undefined
  const all = [...waiting]
  waiting.clear()
  for (let at = 0; at < all.length; at += NAMES_MAX) void ask(all.slice(at, at + NAMES_MAX))
}

async function ask(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) asked.add(address)
  try {
    const names = await apiGet<Names>(`/api/user/names?wallets=${addresses.join(',')}`)
    const nameOf = new Map(names.map(({ walletAddress, username }) => [walletAddress, username]))
    for (const address of addresses) remember(address, nameOf.get(address))
    news.tell()
  } catch {
    // The addresses stay, and whoever shows one next asks again.
  } finally {
    for (const address of addresses) asked.delete(address)
  }
}

/** The latest last, so that the oldest are let go first. */
function remember(address: string, name: string | undefined): void {
  known.delete(address)
  known.set(address, { name, atMs: Date.now() })
  for (const oldest of known.keys()) {
    if (known.size <= REMEMBERED_MAX) return
    known.delete(oldest)
  }
}
