// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiRequestError } from '../wire/api.ts'
import { mayGoOn } from './flow.ts'
import {
  forgetForm,
  forgetSent,
  rememberedForm,
  rememberForm,
  rememberSent,
  type SentLaunch,
  sentLaunch,
} from './memory.ts'

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
    totalSupply: 1_000_000_000,
    initialPrice: '0.000000001',
    devBuyAmount: '0',
    boostLaunch: false,
    creatorAddress: 'somebody',
  },
}
const FORM = {
  name: 'Frog',
  symbol: 'FROG',
  collectionName: 'Frogs',
  description: '',
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

it('a form is remembered in its tab until it is launched', () => {
  rememberForm(FORM)
  expect(rememberedForm()).toEqual(FORM)
  expect(localStorage.length).toBe(0)
  forgetForm()
  expect(rememberedForm()).toBeUndefined()
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
