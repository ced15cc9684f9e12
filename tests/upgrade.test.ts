// Upgrades of the program on a chain where the released one was launched, traded, swapped, boosted and graduated on, through
// the real loader: to this build's program, which keeps every account, and to the version after it (program/test/next-version.ts),
// with every account migrated, to the lamport, broken off anywhere, and the trading that goes on.

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { lamports } from '@twinmint/sdk/core/money'
import { deployedSlot, holdsCode } from '@twinmint/sdk/internal/program/loader'
import { decodeConfig, decodeMarket } from '@twinmint/sdk/program/accounts'
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
import { elf, nextElf } from '../program/test/harness.ts'
import { NEXT_KINDS } from '../program/test/next-version.ts'
import { releasedElf } from '../program/test/released.ts'
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
  openReleasedChain,
  program,
  sell,
  sendTo,
} from './released-chain.ts'
import { isSoak } from './soak.ts'
import { openEmptyDatabase } from './test-database.ts'

const SOL = 1_000_000_000n
const COIN = 1_000_000n
const NEXT = { elf: nextElf, kinds: NEXT_KINDS }
const UPGRADES = 'The chain holds the program of another version; it is brought up to date.'

const quiet = { beforeUpgrade: async () => {}, keysFile: 'chain-keys.json', keys }

async function swapOf(of: Coin, by: Keypair, edition: number) {
  const { addresses } = of
  const at = { mintAddress: addresses.mint, walletAddress: by.address, edition }
  const nft = await deriveNftAddresses(program, at)
  return { ...addresses, ...nft, user: by.address, userCoins: await accountOf(of, by) }
}

/** With every kind of book that a Market keeps; the frog's has a stranger's SOL, too. */
async function live(chain: EmbeddedChain, frog: Coin, moon: Coin, still: Coin): Promise<void> {
  await launch(chain, frog)
  await sendTo(chain, [await makeAccount(frog, alice), await buy(frog, alice, SOL / 2n)], alice)
  await sendTo(chain, [await makeAccount(frog, bob), await buy(frog, bob, SOL / 3n)], bob)
  await sendTo(chain, [await sell(frog, alice, 12_345_678n * COIN)], alice)
  await sendTo(chain, [buildInstruction(program, 'boost', { ...frog.addresses, payer: bob.address })], bob)
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
  await sendTo(chain, [await sell(moon, bob, 1_000_000n * COIN)], bob)
  const { addresses } = moon
  await sendTo(
    chain,
    [buildInstruction(program, 'claimCreatorFees', { ...addresses, creator: creator.address })],
    creator,
  )
  await sendTo(chain, [await sell(moon, bob, 500_000n * COIN)], bob)

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
  return { lamports: account.lamports, data: account.data, market: decodeMarket(account.data, NEXT_KINDS) }
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

test('an upgrade ends when the program can be called: in a later slot than its own', async () => {
  let stoppedAt: number | undefined
  const chain = await openReleasedChain(undefined, () => stoppedAt ?? Date.now())
  const programData = await deriveProgramDataAddress(program)
  const data = () => Uint8Array.from(chain.getAccount(programData)?.data ?? [])
  // Time stands from the upgrade's begin until its code is there.
  stoppedAt = Date.now()
  let slotAtEnd = 0
  const upgrade = ensureProgram(chain, { ...quiet, elf, say: () => {} }).then(() => {
    slotAtEnd = chain.slots.current()
  })
  while (!holdsCode(data(), elf)) await sleep(5)
  await sleep(50)
  stoppedAt = undefined
  await upgrade
  expect(BigInt(slotAtEnd)).toBeGreaterThan(deployedSlot(data()))
  await chain.close()
  rmSync(chain.folder, { recursive: true })
})

describe('a chain that the released program was traded on', () => {
  let chain: EmbeddedChain & { readonly folder: string }
  let database: Database
  let lived: ReturnType<typeof startIndexer>
  let config: Address
  const said = { now: [] as string[], next: [] as string[] }
  const codes = { now: new Uint8Array(), next: new Uint8Array() }
  let coins: readonly [frog: Coin, moon: Coin, still: Coin]
  let before: ReturnType<typeof snapshot>
  let afterNow: ReturnType<typeof snapshot>

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
    ;[chain, database] = await Promise.all([openReleasedChain(), openEmptyDatabase()])
    lived = indexInto(database, chain)
    await lived.catchUp()
    await live(chain, ...coins)
    await lived.catchUp()
    before = snapshot()
    const programData = await deriveProgramDataAddress(program)
    const code = () => Uint8Array.from(chain.getAccount(programData)?.data ?? [])
    await ensureProgram(chain, { ...quiet, elf, say: (sentence) => said.now.push(sentence) })
    afterNow = snapshot()
    codes.now = code()
    await ensureProgram(chain, { ...quiet, ...NEXT, say: (sentence) => said.next.push(sentence) })
    codes.next = code()
  })
  afterAll(async () => {
    await lived.close()
    await database.close()
    await chain.close()
    rmSync(chain.folder, { recursive: true })
  })

  test('has every kind of book', () => {
    expect(before.surplus).toEqual([12_345n, 0n, 0n])
    const [frog, moon] = before.markets
    expect(frog?.market).toMatchObject({ nftsMinted: 2, nftsInCirculation: 1 })
    expect(frog?.market.boostedUntilSeconds).toBeGreaterThan(0n)
    expect(moon?.market.curve.graduated).toBe(true)
    expect(moon?.market.creatorFeesOwedLamports).toBeGreaterThan(0n)
    expect(moon?.market.treasuryFeesOwedLamports).toBeGreaterThan(0n)
  })

  test('is upgraded to the program of this build, and no account of the program is touched', () => {
    expect(said.now).toEqual([UPGRADES])
    expect(holdsCode(codes.now, elf)).toBe(true)
    expect(afterNow).toEqual(before)
  })

  test('is upgraded to the next version and migrated, said in sentences, and a second start finds nothing to do', async () => {
    expect(said.next[0]).toBe(UPGRADES)
    expect(said.next.at(-1)).toBe('The program’s accounts are migrated: 4 of 4.')
    expect(holdsCode(codes.next, nextElf)).toBe(true)
    const last = chain.store.sequenceLast
    const untouched = () => Promise.reject(new Error('nothing is to be upgraded'))
    const say = () => {
      throw new Error('nothing is to be said')
    }
    await ensureProgram(chain, { ...quiet, ...NEXT, beforeUpgrade: untouched, say })
    expect(chain.store.sequenceLast).toBe(last)
  })

  test('holds every lamport and unit that it held, and the rent of what was added', () => {
    const growth = chain.rentExemptLamports(344) - chain.rentExemptLamports(328)
    expect(growth).toBe(111_360n)
    coins.forEach((each, at) => {
      const was = before.markets[at]
      const now = marketAt(chain, each)
      expect(now.data).toHaveLength(344)
      expect(now.lamports).toBe((was?.lamports ?? 0n) + growth)
      expect(now.market).toEqual(was?.market)
      expect(now.data.subarray(2, 328)).toEqual(was?.data.subarray(2))
      expect(surplusOf(chain, each)).toBe(before.surplus[at])
    })
    const after = snapshot()
    expect(after.vaults).toEqual(before.vaults)
    expect(after.wallets).toEqual(before.wallets)
  })

  test('has a Config with the old terms and keys, and one event more', () => {
    const now = chain.getAccount(config)
    const growth = chain.rentExemptLamports(248) - chain.rentExemptLamports(240)
    expect(now?.lamports).toBe((before.config?.lamports ?? 0n) + growth)
    const was = decodeConfig(before.config?.data ?? new Uint8Array())
    expect(decodeConfig(now?.data ?? new Uint8Array(), NEXT_KINDS)).toEqual({
      ...was,
      sequence: was.sequence + 1n,
    })
  })

  test('is traded, swapped and claimed from as before', async () => {
    const [frog, moon, still] = coins
    await sendTo(chain, [await buy(frog, bob, SOL / 10n)], bob)
    const first = await swapOf(frog, alice, 1)
    await sendTo(chain, [buildInstruction(program, 'release', first, first)], alice)
    const second = await swapOf(frog, bob, 2)
    const accounts = { ...second, origin: second.escrowNft }
    const capture = buildInstruction(program, 'capture', accounts, { edition: 2, source: 'escrow' })
    await sendTo(chain, [capture], bob)
    await sendTo(chain, [await sell(moon, bob, 3_000_000n * COIN)], bob)
    const { addresses } = moon
    await sendTo(
      chain,
      [buildInstruction(program, 'claimCreatorFees', { ...addresses, creator: creator.address })],
      creator,
    )
    await sendTo(chain, [await makeAccount(still, alice), await buy(still, alice, SOL)], alice)
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
    // No more room than the released program takes: it has to be made.
    const chain = await openReleasedChain(releasedElf.length)
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
      await ensureProgram(cut, { ...quiet, ...NEXT, say: () => {} }).then(
        () => {
          isDone = true
        },
        (error: Error) => expect(error.message).toBe('killed'),
      )
      await Promise.allSettled(onTheWay)
      const config = chain.getAccount(await deriveConfigAddress(program))
      states.add([config?.data[1], ...versions()].join(' '))
    }
    expect([...states]).toEqual(['2 2 2 2', '3 2 2 2', '3 3 3 3'])
    // What was written was not written again: as many transactions as one start sends, and the airdrops that it needs.
    const chunks = Math.ceil(nextElf.length / 960)
    expect(chain.store.sequenceLast - first).toBeLessThanOrEqual(chunks + 8)
    expect(starts).toBeGreaterThan(5)
    const programData = chain.getAccount(await deriveProgramDataAddress(program))?.data ?? new Uint8Array()
    expect(holdsCode(programData, nextElf)).toBe(true)
    await chain.close()
    rmSync(chain.folder, { recursive: true })
  })

test('a chain that a newer server has brought further is left alone', async () => {
  const chain = await openReleasedChain()
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
