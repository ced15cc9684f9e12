// One attack of bench/attacks.ts, in a process of its own, so that what it costs itself is not measured as an answer's
// time: arguments are its name, the server's origin and what is known of it; it ends when it is told to.
import {
  floodAirdrops,
  floodPictures,
  floodWrites,
  h2cRequests,
  heavyBatchRequest,
  holdConnections,
  type Known,
  largeAnswerRequest,
  sendHostileInputs,
  slowBodyRequest,
  WRITES,
} from '../tests/attackers.ts'
import { attackWithLargeAccounts } from '../tests/large-account-attack.ts'

const [name = '', origin = '', said = '{}'] = process.argv.slice(2)
const known = JSON.parse(said) as Known

const TEN_ADDRESSES = { addresses: 10 }

const ATTACKS: Record<string, () => unknown> = {
  ...Object.fromEntries(WRITES.map((kind) => [kind, () => floodWrites(origin, kind)])),
  airdrops: () => floodAirdrops(origin),
  'hostile inputs': () => sendHostileInputs(origin, 'bench', Number.POSITIVE_INFINITY, known),
  '10,000 connections': () => holdConnections(origin, { ...TEN_ADDRESSES, each: 1_000 }),
  '10,000 live streams': () =>
    holdConnections(origin, {
      ...TEN_ADDRESSES,
      each: 1_000,
      first: `GET /api/live?topics=collection:${known.collectionId} HTTP/1.1\r\nhost: x\r\n\r\n`,
    }),
  'unread answers': () =>
    holdConnections(origin, {
      ...TEN_ADDRESSES,
      each: 100,
      first: largeAnswerRequest(),
      more: largeAnswerRequest(),
      reads: false,
    }),
  'slow bodies': () =>
    holdConnections(origin, { ...TEN_ADDRESSES, each: 300, first: slowBodyRequest(), more: 'A' }),
  'heavy batches': () =>
    holdConnections(origin, {
      ...TEN_ADDRESSES,
      each: 5,
      first: heavyBatchRequest(100, known.wallet),
      more: heavyBatchRequest(100, known.wallet),
    }),
  'upgrades to h2c': () =>
    holdConnections(origin, { ...TEN_ADDRESSES, each: 300, first: h2cRequests(), more: h2cRequests() }),
  pictures: () => floodPictures(origin),
  'large accounts': () => attackWithLargeAccounts(origin, Number.POSITIVE_INFINITY),
}

const attack = ATTACKS[name]
if (attack === undefined) throw new Error(`There is no attack "${name}"`)
attack()
