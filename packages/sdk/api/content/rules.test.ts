import { describe, expect, test } from 'vitest'
import { decideRange, decideRepresentation, dispositionOf, type GatewayQuery, hasEtag } from './rules.ts'

const car = { kind: 'car', scope: 'all', entityBytes: undefined, dups: 'n' }

describe('as what a path is answered', () => {
  test.each<[string | undefined, GatewayQuery, object]>([
    [undefined, {}, { kind: 'file' }],
    ['', {}, { kind: 'file' }],
    ['*/*', {}, { kind: 'file' }],
    ['text/html,application/xhtml+xml,*/*;q=0.8', {}, { kind: 'file' }],
    ['image/avif,image/webp', {}, { kind: 'file' }],
    ['application/vnd.ipld.raw', {}, { kind: 'raw' }],
    ['APPLICATION/VND.IPLD.RAW', {}, { kind: 'raw' }],
    ['application/vnd.ipld.raw, */*', {}, { kind: 'raw' }],
    ['application/vnd.ipld.raw;q=0.5, */*', {}, { kind: 'file' }],
    ['application/vnd.ipld.raw;q=0, */*', {}, { kind: 'file' }],
    ['application/vnd.ipld.raw;q=0.4, application/vnd.ipld.car;q=0.9', {}, car],
    ['application/vnd.ipld.raw, application/vnd.ipld.car', {}, { kind: 'raw' }],
    ['application/vnd.ipld.car', {}, car],
    ['application/vnd.ipld.car; version=1; order=dfs; dups=n', {}, car],
    ['application/vnd.ipld.car;version=1;order=unk;dups=y', {}, { ...car, dups: 'y' }],
    ['application/vnd.ipld.dag-json, application/vnd.ipld.car;q=0.1', {}, car],
    [undefined, { format: 'raw' }, { kind: 'raw' }],
    ['application/vnd.ipld.car', { format: 'raw' }, { kind: 'raw' }],
    ['text/html', { format: 'car' }, car],
    [undefined, { format: 'car', 'dag-scope': 'block' }, { ...car, scope: 'block' }],
    ['application/vnd.ipld.car', { 'dag-scope': 'entity' }, { ...car, scope: 'entity' }],
    ['application/vnd.ipld.car;dups=y', { 'car-dups': 'n' }, car],
    [undefined, { format: 'car', 'entity-bytes': '0:*' }, { ...car, scope: 'entity', entityBytes: '0:*' }],
    [
      undefined,
      { format: 'car', 'entity-bytes': '-9:-2' },
      { ...car, scope: 'entity', entityBytes: '-9:-2' },
    ],
  ])('%j %j', (accept, query, representation) => {
    expect(decideRepresentation(accept, query)).toEqual({ kind: 'chosen', representation })
  })

  test.each<[string | undefined, GatewayQuery, string]>([
    [undefined, { format: 'tar' }, 'unsupported'],
    [undefined, { format: '' }, 'unsupported'],
    ['application/vnd.ipld.dag-json', {}, 'unsupported'],
    ['application/vnd.ipfs.ipns-record', {}, 'unsupported'],
    ['application/vnd.ipld.raw;q=0', {}, 'unsupported'],
    ['application/vnd.ipld.car;version=2', {}, 'unsupported'],
    ['application/vnd.ipld.car;order=bfs', {}, 'unsupported'],
    [undefined, { format: 'car', 'car-version': '2' }, 'unsupported'],
    [undefined, { format: 'car', 'dag-scope': 'everything' }, 'malformed'],
    [undefined, { format: 'car', 'entity-bytes': '7' }, 'malformed'],
    [undefined, { format: 'car', 'entity-bytes': '*:7' }, 'malformed'],
  ])('is refused: %j %j', (accept, query, kind) => {
    expect(decideRepresentation(accept, query).kind).toBe(kind)
  })
})

test.each<[string | undefined, object]>([
  [undefined, { kind: 'whole' }],
  ['bytes=0-0', { kind: 'part', first: 0, last: 0 }],
  ['bytes=3-', { kind: 'part', first: 3, last: 9 }],
  ['bytes=3-99', { kind: 'part', first: 3, last: 9 }],
  ['bytes=-4', { kind: 'part', first: 6, last: 9 }],
  ['bytes=-99', { kind: 'part', first: 0, last: 9 }],
  ['bytes=10-', { kind: 'outside' }],
  ['bytes=-0', { kind: 'outside' }],
  ['bytes=5-3', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=0-1,4-5', { kind: 'whole' }],
  ['lines=0-1', { kind: 'whole' }],
])('of ten bytes the range %j', (header, expected) => {
  expect(decideRange(header, 10)).toEqual(expected)
})

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('a reader who has %j', (header, expected) => {
  expect(hasEtag(header, '"a"')).toBe(expected)
})

test('a name that was asked for can’t end its header', () => {
  expect(dispositionOf('inline', 'a.json', undefined)).toBe('inline; filename="a.json"')
  expect(dispositionOf('attachment', 'a.bin', 'x"\r\nset-cookie: a=b/../y')).toBe(
    'attachment; filename="xset-cookie: a=b..y.bin"',
  )
  expect(dispositionOf('inline', 'a.webp', 'Frösche.webp')).toBe(
    `inline; filename="Fr_sche.webp"; filename*=UTF-8''Fr%C3%B6sche.webp`,
  )
  expect(dispositionOf('inline', 'a.bin', '\ud800x'.repeat(200)).length).toBeLessThan(200)
})

test.each([
  'X.bat',
  'X.json.exe',
  'X.html',
  'X.svg',
  'X.JS',
  'X.json.',
  'X.json ',
  'X.hta\u202e',
  'X.json/.lnk',
  'X',
  '',
  '.',
  `${'x'.repeat(300)}.cmd`,
])('a file that is asked for as “%s” has its true ending', (asked) => {
  for (const ending of ['.json', '.webp', '.bin', '.car']) {
    const [, name = ''] = /filename="([^"]*)"/.exec(dispositionOf('attachment', `coin${ending}`, asked)) ?? []
    expect(name.endsWith(ending)).toBe(true)
    expect(name.length).toBeLessThanOrEqual(150)
  }
})

test('a name that has the true ending is kept, in any case', () => {
  expect(dispositionOf('inline', 'coin.json', 'Frogs.JSON')).toBe('inline; filename="Frogs.json"')
})
