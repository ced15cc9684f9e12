// A wallet returned transactions with a fee of its own that is above what wallets add: the page asks before anything is sent.
import { createStore } from '../../core/store.ts'

export interface FeeQuestion {
  readonly addedLamports: bigint
  readonly answer: (isYes: boolean) => void
}

/** Undefined while nothing is asked. */
export const feeQuestion = createStore<FeeQuestion | undefined>(undefined)

/** Resolves with the answer. One that is asked while another is open takes its place, and that one is answered no. */
export function askAboutFee(addedLamports: bigint): Promise<boolean> {
  feeQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    const question: FeeQuestion = {
      addedLamports,
      answer: (isYes) => {
        if (feeQuestion.get() === question) feeQuestion.set(undefined)
        resolve(isYes)
      },
    }
    feeQuestion.set(question)
  })
}
