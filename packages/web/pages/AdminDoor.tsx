// Lets in whom the server lets in; everybody else sees the page of what does not exist.
import { useQuery } from '@tanstack/react-query'
import type { Session } from '@twinmint/sdk/internal/api/session/contract'
import { Suspense } from 'react'
import { Redirect } from 'wouter'
import { SESSION_KEY } from '../data/query-client.ts'
import { useSession, useSignIn } from '../people/session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageLoading } from './PageLoading.tsx'

const AdminPage = lazyPart(() => import('../admin/AdminPage.tsx'))
const TABS = ['waitlist', 'landing', 'collections', 'reports', 'sessions', 'audit']

export default function AdminDoor({ tab }: { readonly tab: string | undefined }) {
  // The cookie's own word: a session of the printed link has no wallet, and an admin's wallet may still be connecting.
  const { data, isError } = useQuery<Session>({ queryKey: SESSION_KEY })
  if (data === undefined && !isError) return <PageLoading />
  if (data?.isAdmin !== true) return <Stranger />
  if (tab === undefined || tab === '') return <Redirect to="/admin/waitlist" replace />
  if (!TABS.includes(tab)) return <NotFoundPage />
  return (
    <Suspense fallback={<PageLoading />}>
      <AdminPage tab={tab} />
    </Suspense>
  )
}

/** While the landing is up, there is nowhere else to sign in. */
function Stranger() {
  const { status } = useWallet()
  const { walletAddress, isKnown } = useSession()
  const { signIn, isPending } = useSignIn()
  return (
    <>
      <NotFoundPage />
      {status === 'connected' && isKnown && walletAddress === undefined && (
        <p className="flex flex-wrap items-center justify-center gap-2 pb-8 text-14 text-muted">
          Some pages are shown only to people who are signed in.
          <Button variant="secondary" size="sm" pending={isPending} onClick={() => void signIn()}>
            Sign in
          </Button>
        </p>
      )}
    </>
  )
}
