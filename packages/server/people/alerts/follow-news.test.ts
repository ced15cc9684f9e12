import type { Trade } from '@twinmint/sdk/api/records/trade'
import { expect, test } from 'vitest'
import { openFollowNews } from './follow-news.ts'

const trade = (traderAddress: string, lamports = '1'): Trade => ({
  id: '',
  collectionId: 'coin',
  traderAddress,
  type: 'BUY',
  solAmount: '0',
  tokenAmount: '0',
  lamports,
  baseUnits: '1',
  feeLamports: '0',
  surchargeLamports: '0',
  price: '1',
  nftTokenId: null,
  nftMinted: false,
  txSignature: '',
  sequence: 1,
  createdAt: '',
})

test('the first trade of a minute is told at once, the others are counted when it is over', () => {
  const news = openFollowNews()
  for (let count = 0; count < 3; count++) news.add(trade('bot', String(count)), 1_000)
  expect(news.take(1_000)).toEqual({
    first: [
      { followed: 'bot', minute: 0, collectionId: 'coin', tradeType: 'BUY', lamports: '0', tradeCount: 3 },
    ],
    more: [],
  })
  news.told('bot')
  for (let count = 0; count < 10; count++) news.add(trade('bot'), 2_000)
  expect(news.take(3_000)).toEqual({ first: [], more: [] })
  expect(news.take(60_000)).toEqual({ first: [], more: [{ followed: 'bot', minute: 0, tradeCount: 10 }] })
  expect(news.take(120_000)).toEqual({ first: [], more: [] })
})

test('the next minute begins anew, whether or not the one before was taken', () => {
  const news = openFollowNews()
  news.add(trade('bot'), 1_000)
  news.add(trade('bot'), 61_000)
  news.add(trade('bot'), 62_000)
  const { first } = news.take(62_000)
  expect(first.map(({ minute, tradeCount }) => [minute, tradeCount])).toEqual([
    [1, 2],
    [0, 1],
  ])
})

test('what nobody was told of is counted for nobody', () => {
  const news = openFollowNews()
  news.add(trade('bot'), 1_000)
  news.take(1_000)
  news.add(trade('bot'), 2_000)
  expect(news.take(60_000)).toEqual({ first: [], more: [] })
})

test('any number of wallets takes a bounded room, and each is told of', () => {
  const news = openFollowNews()
  for (let at = 0; at < 6_000; at++) news.add(trade(`wallet ${at}`), 1_000)
  const { first } = news.take(1_000)
  expect(new Set(first.map(({ followed }) => followed)).size).toBe(6_000)
})
