// Asks the connected wallet to sign in: by `solana:signIn` where it has that (it then shows the site's true name), else
// by signing the same text. Loaded when somebody signs in.
import type { SolanaSignInFeature, SolanaSignMessageFeature } from '@solana/wallet-standard-features'
import { type SignInFields, signInText } from '@twinmint/sdk/core/sign-in'
import { NotSigned, readableRejection } from './signing/not-signed.ts'
import { showSignInWait } from './signing/question.ts'
import { orCancelled, orExpired } from './signing/wait-limit.ts'
import { openWalletModal, walletStore } from './wallet.ts'

/**
 * The connected wallet's address, after the wallet of the last visit has reconnected. Opens the list of wallets if none is connected;
 * resolves undefined when the list is closed.
 */
export async function connectedAddress(): Promise<string | undefined> {
  await walletStore.settled()
  const address = () =>
    walletStore.state.status === 'connected' ? walletStore.connected?.account.address : undefined
  const known = address()
  if (known !== undefined) return known
  openWalletModal()
  return new Promise((resolve) => {
    const stop = walletStore.subscribe(() => {
      if (address() === undefined && walletStore.state.isModalOpen) return
      stop()
      resolve(address())
    })
  })
}

interface SignedText {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** Throws a NotSigned when the user says no, in the wallet or on the page, or nothing for minutes. */
export async function signInWithWallet(fields: SignInFields): Promise<SignedText> {
  const cancelling = new AbortController()
  const endWait = showSignInWait(() => cancelling.abort())
  return orExpired(orCancelled(askWallet(fields), cancelling.signal), async () => false).finally(endWait)
}

async function askWallet(fields: SignInFields): Promise<SignedText> {
  const connected = walletStore.connected
  if (connected?.account.address !== fields.address) throw new NotSigned('notConnected')
  const { wallet, account } = connected
  const features = wallet.features as Partial<SolanaSignInFeature & SolanaSignMessageFeature>
  const signIn = features['solana:signIn']
  const signMessage = features['solana:signMessage']
  try {
    if (signIn) {
      const [output] = await signIn.signIn(fields)
      if (output === undefined) throw new Error(`${wallet.name} returned no signature.`)
      if (output.account.address !== fields.address)
        throw new Error(`${wallet.name} signed with another account. Choose the connected one.`)
      return { message: output.signedMessage, signature: output.signature }
    }
    if (!signMessage) throw new Error(`${wallet.name} cannot sign messages, which signing in needs.`)
    const message = new TextEncoder().encode(signInText(fields))
    const [output] = await signMessage.signMessage({ account, message })
    if (output === undefined) throw new Error(`${wallet.name} returned no signature.`)
    return { message: output.signedMessage, signature: output.signature }
  } catch (cause) {
    throw readableRejection(cause)
  }
}
