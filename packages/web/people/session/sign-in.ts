// Signing in and out as the page does it. Loaded when somebody does.
import type { QueryClient } from '@tanstack/react-query'
import { encodeBase64 } from '@twinmint/sdk/core/base64'
import type { SignInFields } from '@twinmint/sdk/core/sign-in'
import type { Session, SignedIn } from '@twinmint/sdk/internal/api/session/contract'
import { apiDelete, apiPost, errorMessage } from '../../data/api.ts'
import { SESSION_KEY } from '../../data/query-client.ts'
import { showToast } from '../../ui/toasts/toast.ts'
import { connectedAddress, signInWithWallet } from '../../wallet/sign-in.ts'
import { NotSigned } from '../../wallet/signing/not-signed.ts'
import { tellOtherTabs } from './session-note.ts'

const VISITOR: Session = { walletAddress: null, isAdmin: false, sessions: [] }

/** Resolves when no sign-out is on its way: its answer takes the cookie away, also one that a sign-in meanwhile brought. */
let signedOut: Promise<unknown> = Promise.resolve()

let signingIn: Promise<boolean> | undefined

/**
 * True when signed in; whoever said no, or could not, has been told why not. Who asks while that is under way gets its outcome:
 * a second session would end the first, under whatever is being asked in its name.
 */
export function signIn(client: QueryClient): Promise<boolean> {
  signingIn ??= askToSignIn(client).finally(() => {
    signingIn = undefined
  })
  return signingIn
}

async function askToSignIn(client: QueryClient): Promise<boolean> {
  try {
    const walletAddress = await connectedAddress()
    if (walletAddress === undefined) return false
    await signedOut
    // The press may precede the answer about the session.
    const known = await client.ensureQueryData<Session>({ queryKey: SESSION_KEY }).catch(() => undefined)
    if (known?.walletAddress === walletAddress) return true
    const fields = await apiPost<SignInFields>('/api/session/nonce', { walletAddress })
    const { message, signature } = await signInWithWallet(fields)
    const signed: SignedIn = {
      walletAddress,
      message: encodeBase64(message),
      signature: encodeBase64(signature),
    }
    await setSession(client, await apiPost<Session>('/api/session', signed))
    tellOtherTabs()
    return true
  } catch (error) {
    const code = error instanceof NotSigned ? error.code : undefined
    if (code === 'rejected')
      showToast({
        title: 'Signature Required',
        description: 'Please sign the message in your wallet to sign in. It costs nothing.',
        tone: 'destructive',
      })
    else if (code !== 'cancelled')
      showToast({
        title: 'Sign-In Failed',
        description: errorMessage(error, 'The wallet did not sign.'),
        tone: 'destructive',
      })
    return false
  }
}

/** Rejects when the server did not hear of it: then the session stands. */
export async function signOut(client: QueryClient): Promise<void> {
  // Before the server is told: what is asked in the wallet's name meanwhile would be refused.
  await setSession(client, VISITOR)
  const told = apiDelete('/api/session')
  signedOut = told.catch(() => undefined)
  await told.catch(async (error: unknown) => {
    await client.invalidateQueries({ queryKey: SESSION_KEY, exact: true })
    throw error
  })
  tellOtherTabs()
}

/** An answer that is still on its way was given before this, and would take it back. */
async function setSession(client: QueryClient, session: Session): Promise<void> {
  await client.cancelQueries({ queryKey: SESSION_KEY, exact: true })
  client.setQueryData<Session>(SESSION_KEY, session)
}
