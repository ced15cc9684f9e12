// Who is signed in, and signing in. Every page that asks loads this file, so what signs is loaded when somebody does.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@twinmint/sdk/internal/api/session/contract'
import { useEffect, useRef } from 'react'
import { apiDelete } from '../../data/api.ts'
import { SESSION_KEY } from '../../data/query-client.ts'
import { showToast } from '../../ui/toasts/toast.ts'
import { useWallet } from '../../wallet/wallet.ts'

const loadSignIn = () => import('./sign-in.ts')

export interface SessionState {
  /** The signed-in wallet, which is always the connected one: with another one connected nobody is signed in. */
  readonly walletAddress: string | undefined
  readonly isAdmin: boolean
  /** False until the server has said who is here. */
  readonly isKnown: boolean
}

export function useSession(): SessionState {
  const { address } = useWallet()
  const { data } = useQuery<Session>({
    queryKey: SESSION_KEY,
    refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : false),
  })
  const isMine = data !== undefined && (data.walletAddress === null || data.walletAddress === address)
  return {
    walletAddress: isMine ? (data.walletAddress ?? undefined) : undefined,
    isAdmin: isMine && data.isAdmin,
    isKnown: data !== undefined,
  }
}

/** Asks the connected wallet to sign in; resolves false when it did not, with the reason shown. */
export function useSignIn(): { readonly signIn: () => Promise<boolean>; readonly isPending: boolean } {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => (await loadSignIn()).signIn(client),
  })
  const signIn = () =>
    mutateAsync().catch(() => {
      showToast({
        title: 'Sign-In Failed',
        description: 'Reload the page and try again.',
        tone: 'destructive',
      })
      return false
    })
  return { signIn, isPending }
}

/** Where the signed-in wallet is signed in, the latest seen first. */
export function useMySessions(): Session['sessions'] {
  const { data } = useQuery<Session>({ queryKey: SESSION_KEY, refetchOnMount: 'always' })
  return data?.sessions ?? []
}

/** Ends one session by its id; without one this browser's own. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      if (id === undefined) return (await loadSignIn()).signOut(client)
      await apiDelete(`/api/session/${id}`)
      await client.invalidateQueries({ queryKey: SESSION_KEY, exact: true })
    },
  })
}

/** Mounted once: whoever disconnects the wallet, or changes to another account, is signed out of the one before. */
export function useSignOutWithWallet(): void {
  const client = useQueryClient()
  const { address, status } = useWallet()
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (status === 'connecting' || before.current === address) return
    const left = before.current
    before.current = address
    if (left === undefined) return
    const leave = async () => {
      const { walletAddress } = await client.ensureQueryData<Session>({ queryKey: SESSION_KEY })
      if (walletAddress === left) await (await loadSignIn()).signOut(client)
    }
    leave().catch((error: unknown) => console.error('Signing out failed', error))
  }, [address, status, client])
}
