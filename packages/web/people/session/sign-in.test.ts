// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import type { Session } from '@twinmint/sdk/internal/api/session/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../../data/query-client.ts'
import { walletStore } from '../../wallet/wallet.ts'
import { signIn, signOut } from './sign-in.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const SIGNED_IN: Session = { walletAddress: 'W', isAdmin: false, sessions: [] }

it('who signed out stays signed out, whatever was asked before and is answered after', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const client = new QueryClient()
  let answer: ((session: Session) => void) | undefined
  const asked = client
    .fetchQuery({
      queryKey: SESSION_KEY,
      queryFn: () => new Promise<Session>((resolve) => (answer = resolve)),
    })
    .catch(() => undefined)
  await signOut(client)
  answer?.(SIGNED_IN)
  await asked
  expect(client.getQueryData(SESSION_KEY)).toMatchObject({ walletAddress: null })
})

/** A wallet that signs in whoever asks. */
function connectWallet(): void {
  const account = { address: 'W' }
  const output = { account, signedMessage: new Uint8Array(1), signature: new Uint8Array(64) }
  const features = { 'solana:signIn': { signIn: async () => [output] } }
  vi.spyOn(walletStore, 'state', 'get').mockReturnValue({ ...walletStore.state, status: 'connected' })
  vi.spyOn(walletStore, 'connected', 'get').mockReturnValue({ wallet: { features }, account } as never)
}

it('nothing is asked in the name of a wallet that is being signed out, and who signs in meanwhile stays signed in', async () => {
  const client = new QueryClient()
  client.setQueryData(SESSION_KEY, SIGNED_IN)
  connectWallet()
  const asked: string[] = []
  let end: (() => void) | undefined
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    if (method !== 'DELETE') return Response.json({ ...SIGNED_IN, address: 'W' })
    await new Promise<void>((resolve) => (end = resolve))
    return new Response(null, { status: 204 })
  })
  const leaving = signOut(client)
  await expect.poll(() => asked).toEqual(['DELETE /api/session'])
  expect(client.getQueryData(SESSION_KEY)).toMatchObject({ walletAddress: null })
  const entering = signIn(client)
  await new Promise((later) => setTimeout(later))
  expect(asked).toEqual(['DELETE /api/session'])
  end?.()
  await leaving
  expect(await entering).toBe(true)
  expect(asked).toEqual(['DELETE /api/session', 'POST /api/session/nonce', 'POST /api/session'])
  expect(client.getQueryData(SESSION_KEY)).toMatchObject({ walletAddress: 'W' })
})

it('two buttons that ask to sign in ask once: a second session would end the first, and all that was just asked in its name', async () => {
  const client = new QueryClient()
  connectWallet()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return Response.json({ ...SIGNED_IN, address: 'W' })
  })
  const ONCE = ['POST /api/session/nonce', 'POST /api/session']
  expect(await Promise.all([signIn(client), signIn(client)])).toEqual([true, true])
  expect(asked).toEqual(ONCE)
  // Whoever is signed in is not asked, whenever the page hears of it; whoever is not any more is.
  expect(await signIn(client)).toBe(true)
  expect(asked).toEqual(ONCE)
  client.setQueryData<Session>(SESSION_KEY, { ...SIGNED_IN, walletAddress: null })
  expect(await signIn(client)).toBe(true)
  expect(asked).toEqual([...ONCE, ...ONCE])
})

it('a session of which the server did not hear that it ends is asked for again', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }))
  const client = new QueryClient()
  client.setQueryData(SESSION_KEY, SIGNED_IN)
  await expect(signOut(client)).rejects.toMatchObject({ status: 502 })
  expect(client.getQueryState(SESSION_KEY)?.isInvalidated).toBe(true)
})
