// Signing in and out as the page does it. Loaded when somebody does.
import type { QueryClient } from '@tanstack/react-query'
import { base64OfBytes } from '../chain/program/signable.ts'
import type { SignInFields } from '../core/sign-in.ts'
import { showToast } from '../ui/toast.tsx'
import { connectedAddress, signInWithWallet } from '../wallet/sign-in.ts'
import { apiDelete, apiPost, errorMessage } from '../wire/api.ts'
import { SESSION_KEY } from '../wire/query-client.ts'
import type { Session, SignedIn } from './contract.ts'

const VISITOR: Session = { walletAddress: null, isAdmin: false, sessions: [] }

/** True when signed in; whoever said no, or could not, has been told why not. */
export async function signIn(client: QueryClient): Promise<boolean> {
  try {
    const walletAddress = await connectedAddress()
    if (walletAddress === undefined) return false
    const fields = await apiPost<SignInFields>('/api/session/nonce', { walletAddress })
    const { message, signature } = await signInWithWallet(fields)
    const signed: SignedIn = {
      walletAddress,
      message: base64OfBytes(message),
      signature: base64OfBytes(signature),
    }
    client.setQueryData(SESSION_KEY, await apiPost<Session>('/api/session', signed))
    return true
  } catch (error) {
    const message = errorMessage(error, 'The wallet did not sign.')
    if (message.includes('User rejected'))
      showToast({
        title: 'Signature Required',
        description: 'Please sign the message in your wallet to sign in. It costs nothing.',
        tone: 'destructive',
      })
    else showToast({ title: 'Sign-In Failed', description: message, tone: 'destructive' })
    return false
  }
}

export async function signOut(client: QueryClient): Promise<void> {
  await apiDelete('/api/session')
  client.setQueryData(SESSION_KEY, VISITOR)
}
