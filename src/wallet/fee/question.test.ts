import { expect, it } from 'vitest'
import { askAboutFee, feeQuestion } from './question.ts'

it('is open until it is answered, and answered once', async () => {
  const asked = askAboutFee(60_000_000n)
  const question = feeQuestion.get()
  expect(question?.addedLamports).toBe(60_000_000n)
  question?.answer(true)
  question?.answer(false)
  expect(await asked).toBe(true)
  expect(feeQuestion.get()).toBeUndefined()
})

it('another one in its place is a no to the first', async () => {
  const [first, second] = [askAboutFee(1n), askAboutFee(2n)]
  expect(await first).toBe(false)
  feeQuestion.get()?.answer(true)
  expect(await second).toBe(true)
})
