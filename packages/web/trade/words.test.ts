import { errorRecord } from '@twinmint/sdk/core/errors'
import { expect, it } from 'vitest'
import { failureText, refusalText } from './words.ts'

it('a failure says once whether money moved', () => {
  expect(failureText({ message: 'The server did not answer', moved: 'nothing', code: undefined })).toBe(
    'The server did not answer. No money moved.',
  )
  expect(failureText({ message: 'Why?', moved: 'unknown', code: undefined })).toBe(
    'Why? It may still go through.',
  )
  const { sentence } = errorRecord.slippageExceeded
  expect(failureText({ message: sentence, moved: 'nothing', code: 'slippageExceeded' })).toBe(sentence)
  expect(failureText({ message: '', moved: 'fee', code: undefined })).toBe(
    'Failed to execute trade. Only the network fee was charged.',
  )
})

it('a refusal says what to do, or its own figure', () => {
  const { sentence, remedy } = errorRecord.paused
  expect(refusalText({ kind: 'refused', code: 'paused' })).toBe(`${sentence} ${remedy}`)
  expect(refusalText({ kind: 'refused', code: 'paused', detail: 'Figures.' })).toBe('Figures.')
})
