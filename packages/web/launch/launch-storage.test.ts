// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiRequestError } from '../data/api.ts'
import { mayGoOn } from './flow.ts'
import {
  forgetForm,
  forgetSent,
  formToBeginWith,
  rememberedForm,
  rememberForm,
  rememberSent,
  type SentLaunch,
  sentLaunch,
} from './launch-storage.ts'

const SENT: SentLaunch = {
  launchId: 'a launch',
  mintAddress: 'a mint',
  signedTransaction: 'AQ==',
  cost: {
    rentLamports: '1',
    networkFeeLamports: '5000',
    devBuyLamports: '0',
    boostLamports: '0',
    totalLamports: '5001',
  },
  collectionData: {
    name: 'Patient Frog',
    symbol: 'WAIT',
    collectionName: 'Patients',
    description: '',
    links: { website: 'https://frog.example/' },
    totalSupply: 1_000_000_000,
    openingReserveLamports: '10000000000',
    guardBps: 0,
    guardSeconds: 0,
    devBuyAmount: '0',
    boostLaunch: false,
    creatorAddress: 'somebody',
  },
}
const NO_LINKS = { website: '', x: '', telegram: '' }
const FORM = {
  name: 'Frog',
  symbol: 'FROG',
  collectionName: 'Frogs',
  description: '',
  links: { ...NO_LINKS, x: '@frog' },
  openingReserveLamports: '1000000000',
  guard: true,
  devBuyAmount: '0.1',
  boostLaunch: true,
}

const clear = () => {
  localStorage.clear()
  sessionStorage.clear()
}
beforeEach(clear)
afterEach(clear)

it('a launch that was sent is remembered until it is known what became of it', () => {
  expect(sentLaunch()).toBeUndefined()
  rememberSent(SENT)
  expect(sentLaunch()).toEqual(SENT)
  forgetSent()
  expect(sentLaunch()).toBeUndefined()
})

it('a tab without a form begins with that of a launch whose window is gone, and keeps its own', () => {
  expect(formToBeginWith()).toBeUndefined()
  sessionStorage.setItem('twinmint.launch-picture', '{"id":"1","name":"frog.png"}')
  rememberSent(SENT)
  // Another tab: the browser's storage is shared, the tab's is not.
  sessionStorage.clear()
  expect(formToBeginWith()).toEqual({
    name: 'Patient Frog',
    symbol: 'WAIT',
    collectionName: 'Patients',
    description: '',
    links: { ...NO_LINKS, website: 'https://frog.example/' },
    openingReserveLamports: '10000000000',
    guard: false,
    devBuyAmount: '0',
    boostLaunch: false,
  })
  expect(sessionStorage.getItem('twinmint.launch-picture')).toBe('{"id":"1","name":"frog.png"}')
  rememberForm(FORM)
  expect(formToBeginWith()).toEqual(FORM)
})

it('going on with a launch in another tab keeps the note of its picture', () => {
  sessionStorage.setItem('twinmint.launch-picture', '{"id":"1","name":"frog.png"}')
  rememberSent(SENT)
  sessionStorage.clear()
  const launch = sentLaunch()
  if (launch !== undefined) rememberSent(launch)
  expect(sentLaunch()?.pictureNote).toBe('{"id":"1","name":"frog.png"}')
})

it('a form is remembered in its tab until it is launched', () => {
  rememberForm(FORM)
  expect(rememberedForm()).toEqual(FORM)
  expect(localStorage.length).toBe(0)
  forgetForm()
  expect(rememberedForm()).toBeUndefined()
})

it('what an earlier version of the page left, without choices and links, gets those of the form', () => {
  const chosen = { openingReserveLamports: '30000000000', guard: true, links: NO_LINKS }
  const { openingReserveLamports: _opening, guard: _guard, links: _links, ...old } = FORM
  sessionStorage.setItem('twinmint.launch-form', JSON.stringify(old))
  expect(rememberedForm()).toEqual({ ...old, ...chosen })
  sessionStorage.clear()
  const {
    openingReserveLamports: _sent,
    guardBps: _bps,
    guardSeconds: _seconds,
    links: _sentLinks,
    ...form
  } = SENT.collectionData
  localStorage.setItem('twinmint.launch', JSON.stringify({ ...SENT, collectionData: form }))
  expect(formToBeginWith()).toMatchObject({ name: 'Patient Frog', ...chosen })
})

it.each(['{', 'null', '"text"', '{}', '{"launchId":1,"name":2}'])(
  '%s in the storage counts for nothing',
  (text) => {
    localStorage.setItem('twinmint.launch', text)
    sessionStorage.setItem('twinmint.launch-form', text)
    expect(sentLaunch()).toBeUndefined()
    expect(rememberedForm()).toBeUndefined()
  },
)

it.each<[number, string, boolean]>([
  [0, 'network', true],
  [429, 'rateLimited', true],
  [500, 'internal', true],
  [503, 'indexBehind', true],
  [504, 'transactionUnconfirmed', true],
  [400, 'insufficientLamports', false],
  [404, 'launchNotFound', false],
  [409, 'transactionExpired', false],
])('after %d %s it may still go through: %s', (status, code, still) => {
  const error = new ApiRequestError('Why.', { status, code, title: '', requestId: undefined })
  expect(mayGoOn(error)).toBe(still)
})
