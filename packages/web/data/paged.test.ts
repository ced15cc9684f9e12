import { expect, it } from 'vitest'
import { joinItems } from './paged.ts'

const items = (text: string) => Array.from(text, (id) => ({ id }))

it('joins pages, an item of two of them once', () => {
  expect(joinItems([items('abc'), items('cde'), []])).toEqual(items('abcde'))
  expect(joinItems([])).toEqual([])
})

it('keeps the newer record of an item', () => {
  expect(joinItems([[{ id: 'a', at: 2 }], [{ id: 'a', at: 1 }]])).toEqual([{ id: 'a', at: 2 }])
})

it('leaves items without an id as they are', () => {
  expect(joinItems([[{ sequence: 1 }], [{ sequence: 1 }]])).toEqual([{ sequence: 1 }, { sequence: 1 }])
})
