// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import type { Session } from '@twinmint/sdk/internal/api/session/contract'
import { expect, it } from 'vitest'
import { SESSION_KEY } from '../../data/query-client.ts'
import { followOtherTabs } from './session-note.ts'

const VISITOR: Session = { walletAddress: null, isAdmin: false, sessions: [] }
const SIGNED_IN: Session = { walletAddress: 'W', isAdmin: false, sessions: [] }

it('a change of session in another tab overtakes a first answer that is still on its way, for all who wait for it', async () => {
  const answers: ((session: Session) => void)[] = []
  const queryFn = () => new Promise<Session>((resolve) => answers.push(resolve))
  const client = new QueryClient({ defaultOptions: { queries: { queryFn, retry: false } } })
  followOtherTabs(client)
  const hear = () => dispatchEvent(new StorageEvent('storage', { key: 'twinmint.session' }))
  // A page that has not asked has nothing to ask again.
  hear()
  expect(answers).toHaveLength(0)
  const asked = client.ensureQueryData<Session>({ queryKey: SESSION_KEY })
  // The browser reports that the text came and that it went.
  hear()
  hear()
  await expect.poll(() => answers.length).toBe(3)
  answers[0]?.(VISITOR)
  answers[1]?.(VISITOR)
  answers[2]?.(SIGNED_IN)
  expect(await asked).toEqual(SIGNED_IN)
  expect(client.getQueryData(SESSION_KEY)).toEqual(SIGNED_IN)

  hear()
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.(VISITOR)
  await expect.poll(() => client.getQueryData(SESSION_KEY)).toEqual(VISITOR)
})
