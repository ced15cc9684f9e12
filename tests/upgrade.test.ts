// The upgrade of the program on a chain that version 1 was launched, traded, swapped, boosted and graduated on: through the
// real loader, with every account migrated, to the lamport, broken off anywhere, and the trading that goes on.

import { readFileSync, rmSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { quoteSell } from '@twinmint/sdk/core/curve'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { holdsCode } from '@twinmint/sdk/internal/program/loader'
import { CONFIG_BYTES, decodeConfig, decodeMarket, MARKET_BYTES } from '@twinmint/sdk/program/accounts'
import {
  deriveConfigAddress,
  deriveNftAddresses,
  deriveProgramDataAddress,
} from '@twinmint/sdk/program/addresses'
import { Writer } from '@twinmint/sdk/program/bytes'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { decodeCoinAccount } from '@twinmint/sdk/program/token-2022'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmbeddedChain } from '../packages/localnet/chain.ts'
import type { Keypair } from '../packages/localnet/keypair.ts'
import { openChain } from '../packages/server/chain/chain.ts'
import { embeddedDoor, embeddedTransport } from '../packages/server/chain/local-chain.ts'
import type { Database } from '../packages/server/database/database.ts'
import { INDEX_TABLES } from '../packages/server/database/migrations.ts'
import { startIndexer } from '../packages/server/index/indexer.ts'
import { ensureProgram } from '../packages/server/main/embedded-program.ts'
import { boost1, elf1 } from '../program/test/version-1.ts'
import {
  accountOf,
  alice,
  bob,
  buy,
  type Coin,
  coin,
  creator,
  keys,
  launch,
  makeAccount,
  openChain1,
  program,
  sellOld,
  sendTo,
} from './chain-1.ts'
import { isSoak } from './soak.ts'
import { openEmptyDatabase } from './test-database.ts'

const SOL = 1_000_000_000n
const COIN = 1_000_000n
const elf = new Uint8Array(readFileSync('program/twinmint.so'))

const quiet = { beforeUpgrade: async () => {}, keysFile: 'chain-keys.json', keys }

async function swapOf(of: Coin, by: Keypair, edition: number) {
  const { addresses } = of
  const at = { mintAddress: addresses.mint, walletAddress: by.address, edition }
  const nft = await deriveNftAddresses(program, at)
  return { ...addresses, ...nft, user: by.address, userCoins: await accountOf(of, by) }
}

/** What the first version's clients did, with every kind of book that a Market keeps; the frog's has a stranger's SOL, too. */
async function liveAsVersion1(chain: EmbeddedChain, frog: Coin, moon: Coin, still: Coin): Promise<void> {
  await launch(chain, frog)
  await sendTo(chain, [await makeAccount(frog, alice), await buy(frog, alice, SOL / 2n)], alice)
  await sendTo(chain, [await makeAccount(frog, bob), await buy(frog, bob, SOL / 3n)], bob)
  await sendTo(chain, [await sellOld(frog, alice, 12_345_678n * COIN)], alice)
  await sendTo(chain, [boost1(program, { payer: bob.address, addresses: frog.addresses })], bob)
  for (const edition of [1, 2]) {
    const swap = await swapOf(frog, alice, edition)
    const accounts = { ...swap, origin: swap.collection }
    await sendTo(chain, [buildInstruction(program, 'capture', accounts, { edition, source: 'mint' })], alice)
  }
  const second = await swapOf(frog, alice, 2)
  await sendTo(chain, [buildInstruction(program, 'release', second, second)], alice)
  await sendTo(chain, [gift(bob, frog.addresses.market, 12_345n)], bob)

  await launch(chain, moon)
  for (let more = 0; more < 2; more++) await chain.airdrop(bob.address, lamports(10n * SOL))
  await sendTo(chain, [await makeAccount(moon, bob), await buy(moon, bob, 21n * SOL)], bob)
  await sendTo(chain, [await sellOld(moon, bob, 1_000_000n * COIN)], bob)
  const { addresses } = moon
  await sendTo(
    chain,
    [buildInstruction(program, 'claimCreatorFees', { ...addresses, creator: creator.address })],
    creator,
  )
  await sendTo(chain, [await sellOld(moon, bob, 500_000n * COIN)], bob)

  await launch(chain, still)
}

function gift(from: Keypair, to: Address, amount: bigint): Instruction {
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from.address, signer: true, writable: true },
      { address: to, signer: false, writable: true },
    ],
    data: new Writer().u32(2).u64(amount).finish(),
  }
}

const marketAt = (chain: EmbeddedChain, { addresses }: Coin) => {
  const account = chain.getAccount(addresses.market)
  if (!account) throw new Error('there is no market')
  return { lamports: account.lamports, data: account.data, market: decodeMarket(account.data) }
}

/** Beyond its rent and what its books promise. */
function surplusOf(chain: EmbeddedChain, of: Coin): bigint {
  const { lamports: held, data, market } = marketAt(chain, of)
  const { curve, creatorFeesOwedLamports, treasuryFeesOwedLamports, lockedLamports } = market
  const promised = curve.realLamports + creatorFeesOwedLamports + treasuryFeesOwedLamports + lockedLamports
  return held - chain.rentExemptLamports(data.length) - promised
}

const unitsAt = (chain: EmbeddedChain, address: Address) =>
  decodeCoinAccount(chain.getAccount(address)?.data ?? new Uint8Array()).baseUnits

/** Every row of the index of such a chain, as text. The cursor has a time of its own, and figures move with time alone. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of INDEX_TABLES) {
    if (['indexer_cursor', 'market_figures', 'creator_transfers', 'creator_reads'].includes(table)) continue
    const rows = await database.query<{ row: string }>(`select (t.*)::text as row from ${table} t order by 1`)
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

const chainOf = (chain: EmbeddedChain) =>
  openChain({ transport: embeddedTransport(chain), door: embeddedDoor(chain, program) }, program)

/** Reads the chain into a database; `read` takes in what has come since. */
function indexInto(database: Database, chain: EmbeddedChain) {
  const fail = (fields: object, sentence: string) => {
    throw new Error(`${sentence} ${JSON.stringify(fields)}`)
  }
  return startIndexer({
    database,
    chain: chainOf(chain),
    log: { error: fail, warn: fail },
    onApplied: () => {},
  })
}

describe('a chain that version 1 was traded on', () => {
  let chain: EmbeddedChain & { readonly folder: string }
  let database: Database
  let lived: ReturnType<typeof startIndexer>
  let config: Address
  const said: string[] = []
  let coins: readonly [frog: Coin, moon: Coin, still: Coin]
  let before: ReturnType<typeof snapshot>

  const snapshot = () => ({
    markets: coins.map((each) => marketAt(chain, each)),
    surplus: coins.map((each) => surplusOf(chain, each)),
    vaults: coins.map(({ addresses }) => unitsAt(chain, addresses.vault)),
    config: chain.getAccount(config),
    wallets: [creator, alice, bob].map(({ address }) => chain.getBalance(address)),
  })

  beforeAll(async () => {
    config = await deriveConfigAddress(program)
    coins = [await coin('FROG', 1), await coin('MOON', 2), await coin('STILL', 3)]
    ;[chain, database] = await Promise.all([openChain1(), openEmptyDatabase()])
    lived = indexInto(database, chain)
    await liveAsVersion1(chain, ...coins)
    await lived.catchUp()
    before = snapshot()
    await ensureProgram(chain, { ...quiet, elf, say: (sentence) => said.push(sentence) })
  })
  afterAll(async () => {
    await lived.close()
    await database.close()
    await chain.close()
    rmSync(chain.folder, { recursive: true })
  })

  test('was as version 1 leaves it', () => {
    expect(before.markets.map(({ data }) => [data.length, data[1]])).toEqual(coins.map(() => [224, 1]))
    expect(before.surplus).toEqual([12_345n, 0n, 0n])
    const [frog, moon] = before.markets
    expect(frog?.market).toMatchObject({ nftsMinted: 2, nftsInCirculation: 1 })
    expect(frog?.market.boostedUntilSeconds).toBeGreaterThan(0n)
    expect(moon?.market.curve.graduated).toBe(true)
    expect(moon?.market.creatorFeesOwedLamports).toBeGreaterThan(0n)
  })

  test('has the new program afterwards, said in sentences, and a second start finds nothing to do', async () => {
    const programData = chain.getAccount(await deriveProgramDataAddress(program))
    expect(holdsCode(programData?.data ?? new Uint8Array(), elf)).toBe(true)
    expect(said[0]).toBe('The chain holds the program of another version; it is brought up to date.')
    expect(said.at(-1)).toBe('The program’s accounts are migrated: 4 of 4.')
    const last = chain.store.sequenceLast
    const untouched = () => Promise.reject(new Error('nothing is to be upgraded'))
    await ensureProgram(chain, { ...quiet, elf, beforeUpgrade: untouched, say: (line) => said.push(line) })
    expect(chain.store.sequenceLast).toBe(last)
  })

  test('holds every lamport and unit that it held, and the rent of what was added', () => {
    const growth = chain.rentExemptLamports(MARKET_BYTES) - chain.rentExemptLamports(224)
    expect(growth).toBe(723_840n)
    coins.forEach((each, at) => {
      const was = before.markets[at]
      const now = marketAt(chain, each)
      expect(now.data.length).toBe(MARKET_BYTES)
      expect(now.lamports).toBe((was?.lamports ?? 0n) + growth)
      expect(now.market).toEqual({ ...was?.market, version: 2 })
      expect(now.data.subarray(2, 224)).toEqual(was?.data.subarray(2, 224))
      expect(now.market).toMatchObject({
        openingReserveLamports: SOL,
        lockedLamports: 0n,
        treasuryFeesOwedLamports: 0n,
        guardBps: 0,
        guardSeconds: 0,
        feeSharesBump: 0,
      })
      expect(now.data.subarray(257).every((byte) => byte === 0)).toBe(true)
      expect(surplusOf(chain, each)).toBe(before.surplus[at])
    })
    const after = snapshot()
    expect(after.vaults).toEqual(before.vaults)
    expect(after.wallets).toEqual(before.wallets)
  })

  test('has a Config with the old terms and fees, whose admin may pause', () => {
    const now = chain.getAccount(config)
    expect(now?.lamports).toBe(
      (before.config?.lamports ?? 0n) +
        chain.rentExemptLamports(CONFIG_BYTES) -
        chain.rentExemptLamports(128),
    )
    // The boost, and half of every fee, of version 1.
    expect(now?.lamports).toBeGreaterThan(SOL)
    expect(decodeConfig(now?.data ?? new Uint8Array())).toMatchObject({
      admin: keys.authority.address,
      treasury: keys.authority.address,
      pauseKey: keys.authority.address,
      graduationMarketCapLamports: 420n * SOL,
      boostPriceLamports: SOL,
      sellFeeBps: 100,
      creatorShareBps: 5_000,
      royaltyBps: 500,
      marketFeeBps: 100,
    })
  })

  test('takes an old client’s sell, with its eight accounts, and leaves the Config alone', async () => {
    const [frog] = coins
    const was = marketAt(chain, frog)
    const configBefore = chain.getAccount(config)
    const held = chain.getBalance(alice.address)
    const quote = quoteSell(was.market.curve, baseUnits(2_000_000n * COIN))
    if (quote.kind === 'refused') throw new Error(quote.code)
    await sendTo(chain, [await sellOld(frog, alice, 2_000_000n * COIN)], alice)
    expect(chain.getBalance(alice.address)).toBe(held + quote.lamportsOut - 5_000n)
    expect(chain.getAccount(config)).toEqual(configBefore)
    const now = marketAt(chain, frog).market
    const owed = (of: typeof now) => of.creatorFeesOwedLamports + of.treasuryFeesOwedLamports
    expect(owed(now) - owed(was.market)).toBe(quote.feeLamports)
    expect(now.treasuryFeesOwedLamports).toBeGreaterThan(0n)
    expect(surplusOf(chain, frog)).toBe(12_345n)
  })

  test('is traded, swapped and claimed from as before', async () => {
    const [frog, moon, still] = coins
    await sendTo(chain, [await buy(frog, bob, SOL / 10n)], bob)
    const first = await swapOf(frog, alice, 1)
    await sendTo(chain, [buildInstruction(program, 'release', first, first)], alice)
    const second = await swapOf(frog, bob, 2)
    const accounts = { ...second, origin: second.escrowNft }
    await sendTo(
      chain,
      [buildInstruction(program, 'capture', accounts, { edition: 2, source: 'escrow' })],
      bob,
    )
    const sell = buildInstruction(
      program,
      'sell',
      { ...moon.addresses, user: bob.address, userCoins: await accountOf(moon, bob) },
      { baseUnitsIn: baseUnits(3_000_000n * COIN), lamportsOutMin: lamports(1n) },
    )
    await sendTo(chain, [sell], bob)
    const { addresses } = moon
    await sendTo(
      chain,
      [buildInstruction(program, 'claimCreatorFees', { ...addresses, creator: creator.address })],
      creator,
    )
    await sendTo(chain, [await makeAccount(still, alice), await buy(still, alice, SOL)], alice)
    // The first SOL of a market of version 1 buys half, with the guard that it never had.
    expect(unitsAt(chain, await accountOf(still, alice))).toBe(500_000_000n * COIN)
    expect(coins.map((each) => surplusOf(chain, each))).toEqual([12_345n, 0n, 0n])
  })

  test('has an index that lived through it with the same rows as one that is read from its chain', async () => {
    await lived.catchUp()
    const fresh = await openEmptyDatabase()
    const rebuilt = indexInto(fresh, chain)
    await rebuilt.catchUp()
    const rows = await rowsOf(database)
    expect(rows['trades']?.length).toBeGreaterThan(12)
    expect(await rowsOf(fresh)).toEqual(rows)
    await rebuilt.close()
    await fresh.close()
  })
})

if (isSoak)
  test('an upgrade that is broken off again and again goes on where it was, and makes room where there is too little', async () => {
    // No more room than version 1 takes: it has to be made.
    const chain = await openChain1(elf1.length)
    const coins = [await coin('FROG', 1), await coin('MOON', 2), await coin('STILL', 3)]
    for (const each of coins) await launch(chain, each)
    const versions = () => coins.map((each) => marketAt(chain, each).data[1])
    const authority = keys.authority.address
    await chain.airdrop(authority, lamports(10n * SOL))
    const first = chain.store.sequenceLast
    const states = new Set<string>()
    let starts = 0
    for (let isDone = false; !isDone; starts++) {
      let left = starts < 3 ? 30 : 1
      const cut: EmbeddedChain = Object.create(chain, {
        sendTransaction: {
          value: (wire: Uint8Array, options: object) =>
            left-- > 0 ? sent(chain.sendTransaction(wire, options)) : Promise.reject(new Error('killed')),
        },
      })
      const onTheWay: Promise<unknown>[] = []
      const sent = <T>(answer: Promise<T>): Promise<T> => {
        onTheWay.push(answer)
        return answer
      }
      await ensureProgram(cut, { ...quiet, elf, say: () => {} }).then(
        () => {
          isDone = true
        },
        (error: Error) => expect(error.message).toBe('killed'),
      )
      await Promise.allSettled(onTheWay)
      const config = chain.getAccount(await deriveConfigAddress(program))
      states.add([config?.data[1], ...versions()].join(' '))
    }
    expect([...states]).toEqual(['1 1 1 1', '2 1 1 1', '2 2 2 2'])
    // What was written was not written again: as many transactions as one start sends, and the airdrops that it needs.
    const chunks = Math.ceil(elf.length / 960)
    expect(chain.store.sequenceLast - first).toBeLessThanOrEqual(chunks + 8)
    expect(starts).toBeGreaterThan(5)
    const programData = chain.getAccount(await deriveProgramDataAddress(program))?.data ?? new Uint8Array()
    expect(holdsCode(programData, elf)).toBe(true)
    await chain.close()
    rmSync(chain.folder, { recursive: true })
  })

test('a chain that a newer server has brought further is left alone', async () => {
  const chain = await openChain1()
  const config = await deriveConfigAddress(program)
  const newer: EmbeddedChain = Object.create(chain, {
    getAccount: {
      value: (address: Address) => {
        const account = chain.getAccount(address)
        if (address !== config || !account) return account
        return { ...account, data: Uint8Array.from(account.data, (byte, at) => (at === 1 ? 3 : byte)) }
      },
    },
  })
  const last = chain.store.sequenceLast
  await expect(ensureProgram(newer, { ...quiet, elf, say: () => {} })).rejects.toThrow(
    'The chain was brought to version 3 of the program by a newer Twinmint, and this one knows version 2. Start the newer one',
  )
  expect(chain.store.sequenceLast).toBe(last)
  await chain.close()
  rmSync(chain.folder, { recursive: true })
})
