// What the page asks, or says, in a dialog while a wallet is asked for a signature and no card of the page can.
import { createStore } from '../../core/store.ts'

export type WalletQuestion =
  /** Transactions came back with a fee of the wallet's own that is above what wallets add: asked before anything is sent. */
  | { readonly kind: 'fee'; readonly addedLamports: bigint; readonly answer: (isYes: boolean) => void }
  /** Its user has not answered yet. */
  | { readonly kind: 'signIn'; readonly cancel: () => void }

/** Undefined while nothing is asked. */
export const walletQuestion = createStore<WalletQuestion | undefined>(undefined)

/** Takes away this question, and no other that came since. */
const close = (question: WalletQuestion) => {
  if (walletQuestion.get() === question) walletQuestion.set(undefined)
}

/** Resolves with the answer. One that is asked while another is open takes its place, and that one is answered no. */
export function askAboutFee(addedLamports: bigint): Promise<boolean> {
  const before = walletQuestion.get()
  if (before?.kind === 'fee') before.answer(false)
  return new Promise((resolve) => {
    const question: WalletQuestion = {
      kind: 'fee',
      addedLamports,
      answer: (isYes) => {
        close(question)
        resolve(isYes)
      },
    }
    walletQuestion.set(question)
  })
}

/** A wallet that signs without a question, as the Demo wallet, has answered by then. */
const SHOWN_AFTER_MS = 1_000

/** Shows that a wallet is waited for, with a way to cancel, until what is returned is called. */
export function showSignInWait(cancel: () => void): () => void {
  const question: WalletQuestion = { kind: 'signIn', cancel }
  const timer = setTimeout(() => walletQuestion.set(question), SHOWN_AFTER_MS)
  return () => {
    clearTimeout(timer)
    close(question)
  }
}
