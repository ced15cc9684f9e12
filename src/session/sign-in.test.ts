// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../wire/query-client.ts'
import type { Session } from './contract.ts'
import { signOut } from './sign-in.ts'

afterEach(() => vi.unstubAllGlobals())

it('who signed out stays signed out, whatever was asked before and is answered after', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const client = new QueryClient()
  const signedIn: Session = { walletAddress: 'W', isAdmin: false, sessions: [] }
  let answer: ((session: Session) => void) | undefined
  const asked = client
    .fetchQuery({
      queryKey: SESSION_KEY,
      queryFn: () => new Promise<Session>((resolve) => (answer = resolve)),
    })
    .catch(() => undefined)
  await signOut(client)
  answer?.(signedIn)
  await asked
  expect(client.getQueryData(SESSION_KEY)).toMatchObject({ walletAddress: null })
})
