import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  [{ PORT: 'many' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address'],
  [{ SOLANA_RPC_URL: 'http://127.0.0.1:1' }, 'PROGRAM_ADDRESS is needed with SOLANA_RPC_URL'],
  [{ FAUCET_SOL: '11' }, 'FAUCET_SOL must be an amount of SOL from 0 to 10'],
  [{ PUBLIC_URL: 'twinmint' }, 'PUBLIC_URL must be an http:// or https:// address'],
])('%o is refused with a sentence', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('bots: on without a setting, off when asked, never on a cluster', () => {
  const cluster = {
    SOLANA_RPC_URL: 'https://api.devnet.solana.com',
    PROGRAM_ADDRESS: '11111111111111111111111111111111',
  }
  expect(readConfig({}).demoMarket).toBe(true)
  expect(readConfig({ DEMO_MARKET: 'off' }).demoMarket).toBe(false)
  expect(readConfig(cluster).demoMarket).toBe(false)
  expect(readConfig({ ...cluster, DEMO_MARKET: 'on' }).demoMarket).toBe(false)
  expect(() => readConfig({ DEMO_MARKET: 'maybe' })).toThrow('DEMO_MARKET')
})
