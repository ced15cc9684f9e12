import { expect, it } from 'vitest'
import { askAboutFee, walletQuestion } from './question.ts'

const feeQuestion = () => {
  const question = walletQuestion.get()
  return question?.kind === 'fee' ? question : undefined
}

it('is open until it is answered, and answered once', async () => {
  const asked = askAboutFee(60_000_000n)
  const question = feeQuestion()
  expect(question?.addedLamports).toBe(60_000_000n)
  question?.answer(true)
  question?.answer(false)
  expect(await asked).toBe(true)
  expect(walletQuestion.get()).toBeUndefined()
})

it('another one in its place is a no to the first', async () => {
  const [first, second] = [askAboutFee(1n), askAboutFee(2n)]
  expect(await first).toBe(false)
  feeQuestion()?.answer(true)
  expect(await second).toBe(true)
})
