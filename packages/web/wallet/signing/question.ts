// Dialogs that accompany a wallet's signature where no card of the page can show them.
import { createStore } from '../../ui/store.ts'

export type WalletQuestion =
  /** Transactions came back with a fee of the wallet's own that is above what wallets add: asked before anything is sent. */
  | { readonly kind: 'fee'; readonly addedLamports: bigint; readonly answer: (isYes: boolean) => void }
  /** Its user has not answered yet. */
  | { readonly kind: 'signIn'; readonly cancel: () => void }

/** Undefined while nothing is asked. */
export const walletQuestion = createStore<WalletQuestion | undefined>(undefined)

/** Closes this question, unless another one has replaced it. */
const close = (question: WalletQuestion) => {
  if (walletQuestion.get() === question) walletQuestion.set(undefined)
}

/** Resolves with the answer. A new question replaces an open one, which is answered with no. */
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

/** Wallets that sign without a prompt, such as the Demo wallet, answer sooner. */
const SHOWN_AFTER_MS = 1_000

/** Shows a cancellable wait for the wallet until the returned function is called. */
export function showSignInWait(cancel: () => void): () => void {
  const question: WalletQuestion = { kind: 'signIn', cancel }
  const timer = setTimeout(() => walletQuestion.set(question), SHOWN_AFTER_MS)
  return () => {
    clearTimeout(timer)
    close(question)
  }
}
