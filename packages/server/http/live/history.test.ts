import { beforeEach, expect, it } from 'vitest'
import { frameOf } from './frame.ts'
import { History } from './history.ts'

let history: History
let count: number

const ofBytes = new Map([10, 50_000, 500_000].map((bytes) => [bytes, frameOf('x'.repeat(bytes))]))

/** Adds an entry; returns its id. */
function add(topics: string | readonly string[], subject = '', bytes = 10): string {
  const id = `r.${++count}`
  history.add({ id, topics: [topics].flat(), subject, frame: ofBytes.get(bytes) ?? frameOf('') })
  return id
}
const missed = (since: string, ...topics: string[]) => history.since(since, topics)?.map(({ id }) => id)

beforeEach(() => {
  history = new History('r.0')
  count = 0
})

it('has what came after an id, of the topics that are asked for, in order and each once', () => {
  add('a')
  const since = add('b')
  const [one, two, three] = [add('b'), add(['a', 'b']), add('a')]
  add('c')
  expect(missed(since, 'a', 'b')).toEqual([one, two, three])
  expect(missed('r.0', 'c')).toEqual(['r.6'])
  expect(missed('r.6', 'a')).toEqual([])
})

it('keeps a quiet topic’s events beside a busy one’s, of which it keeps the latest', () => {
  const before = add('quiet')
  const quiet = add('quiet')
  for (let at = 0; at < 5_000; at++) add('busy')
  expect(missed(before, 'quiet')).toEqual([quiet])
  expect(missed(before, 'busy')).toBeUndefined()
  expect(missed(before, 'quiet', 'busy')).toBeUndefined()
  expect(missed('r.4002', 'busy')).toHaveLength(1_000)
  expect(missed('r.4001', 'busy')).toBeUndefined()
})

it('keeps half a megabyte of a topic, and some of all, of those that spoke last', () => {
  const before = add('first')
  add('first')
  for (let at = 0; at < 20; at++) add('large', '', 50_000)
  expect(missed('r.2', 'large')).toBeUndefined()
  expect(missed('r.12', 'large')).toHaveLength(10)
  for (let at = 0; at < 200; at++) add(`topic ${at}`, '', 500_000)
  expect(missed(before, 'first')).toBeUndefined()
  // Silent since, as everything that is not kept.
  expect(missed(`r.${count - 10}`, 'first', 'never heard of', 'topic 195')).toEqual(['r.218'])
  expect(missed(before, 'never heard of')).toBeUndefined()
})

it('keeps the latest state of a record alone, for every topic', () => {
  const since = add('other')
  add(['a', 'b'], 'coin:1')
  const other = add('a', 'coin:2')
  const hidden = add('b', 'coin:1')
  expect(history.add({ id: 'r.9', topics: ['a'], subject: 'coin:2', frame: frameOf('') })).toBe(other)
  expect(missed(since, 'a')).toEqual(['r.9'])
  expect(missed(since, 'b')).toEqual([hidden])
  // The id of what was replaced is a place like any other.
  expect(missed('r.2', 'b')).toEqual([hidden])
})

it('replaces a state that one of its topics has dropped already', () => {
  add(['busy', 'quiet'], 'coin:1')
  for (let at = 0; at < 1_000; at++) add('busy')
  add('quiet', 'coin:1')
  expect(missed('r.0', 'quiet')).toEqual(['r.1002'])
})

it('knows nothing before its beginning, of another run, or of what is still to come', () => {
  history = new History('1764000000000-5')
  const frame = frameOf('')
  for (const id of ['1764000000000-6', '1764000000001-0'])
    history.add({ id, topics: ['a'], subject: '', frame })
  expect(missed('1764000000000-5', 'a')).toEqual(['1764000000000-6', '1764000000001-0'])
  expect(missed('1764000000000-9', 'a')).toEqual(['1764000000001-0'])
  for (const id of ['1764000000000-4', '1763999999999-7', '1764000000001-1', 'r.7', '', 'nonsense'])
    expect(missed(id, 'a'), id).toBeUndefined()
})
