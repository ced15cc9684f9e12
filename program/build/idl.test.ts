// A client that Codama generates from the program's description, against our own codecs: every instruction's bytes and
// accounts, every address, every account, every event, every code.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { renderVisitor } from '@codama/renderers-js'
import { visit } from '@codama/visitors-core'
import { AccountRole, type Address, createNoopSigner, type Instruction as KitInstruction } from '@solana/kit'
import { PROGRAM_ERROR_CODES } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { decodeConfig, decodeMarket } from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveFeeSharesAddress,
  deriveListingAddresses,
  deriveMarketAddresses,
  deriveMintBaseAddress,
  deriveNftAddresses,
  deriveOfferAddress,
  type MarketAddresses,
  type NftAddresses,
} from '@twinmint/sdk/program/addresses'
import { decodeConfigEvents } from '@twinmint/sdk/program/config-events'
import {
  acceptAdminInstruction,
  claimTreasuryFeesInstruction,
  initializeConfigInstruction,
  offerAdminInstruction,
  pauseInstruction,
  unpauseInstruction,
  updateConfigInstruction,
} from '@twinmint/sdk/program/config-instructions'
import { decodeEvents } from '@twinmint/sdk/program/events'
import {
  acceptFeeSharesInstruction,
  decodeFeeShares,
  drawFeeShareInstruction,
  FEE_SHARES_TAGS,
  offerFeeSharesInstruction,
  setFeeSharesInstruction,
} from '@twinmint/sdk/program/fee-shares'
import {
  boostInstruction,
  buyExactOutInstruction,
  buyInstruction,
  captureInstruction,
  claimCreatorFeesInstruction,
  collectInstruction,
  EVENT_TAG,
  launchInstruction,
  migrateInstruction,
  releaseInstruction,
  sellInstruction,
  TAGS,
} from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import {
  acceptOfferInstruction,
  buyListingInstruction,
  cancelListingInstruction,
  cancelOfferInstruction,
  decodeListing,
  decodeOffer,
  editionSet,
  listInstruction,
  NFT_MARKET_TAGS,
  offerInstruction,
  updateListingInstruction,
} from '@twinmint/sdk/program/nft-market'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { termsHash } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallet } from '../test/harness.ts'
import { idl, idlText } from './idl.ts'

const program = wallet(900_000).address
const errorSource = readFileSync(new URL('../src/error.rs', import.meta.url), 'utf8')
const roots = idl(errorSource)
/** The generated code is not known when this is compiled. */
interface Encoder {
  encode(value: unknown): Uint8Array
}
type Generated = Record<string, (...input: readonly unknown[]) => unknown>
let folder: string
let client: Generated

beforeAll(async () => {
  const parent = resolve('test-results')
  mkdirSync(parent, { recursive: true })
  folder = mkdtempSync(join(parent, 'idl-'))
  const root = { ...roots, program: { ...roots.program, publicKey: program } }
  const options = { kitImportStrategy: 'rootOnly', syncPackageJson: false, formatCode: false } as const
  await visit(root, renderVisitor(folder, { ...options, generatedFolder: '.' }))
  client = (await import(/* @vite-ignore */ join(folder, 'index.ts'))) as Generated
})
afterAll(() => rmSync(folder, { recursive: true }))

test('what is committed is what is described', () => {
  expect(readFileSync(new URL('../idl.json', import.meta.url), 'utf8')).toBe(idlText(errorSource))
})

const [creator, user] = [wallet(1).address, wallet(2).address]
const mint = wallet(3).address
const terms = {
  graduationMarketCapLamports: lamports(420_000_000_001n),
  boostPriceLamports: lamports(1_000_000_007n),
  boostSeconds: 86_401,
  sellFeeBps: 101,
  creatorShareBps: 5_003,
  royaltyBps: 504,
  marketFeeBps: 105,
}
const choices = { openingReserveLamports: lamports(30_000_000_001n), guardBps: 4_999, guardSeconds: 119 }
const texts = {
  seed: 'abc123',
  name: 'Katze 🐈',
  symbol: 'KATZE',
  collectionName: 'Katzen’s',
  uri: 'https://example.org/ä',
}

const nobody = { wallet: SYSTEM_PROGRAM, drawnLamports: 0n, bps: 0, confirmed: 0 }
/** As a generated client has it, and as we do. */
const sharesState = {
  authority: creator,
  pendingAuthority: SYSTEM_PROGRAM,
  count: 1,
  receivers: [{ wallet: user, drawnLamports: 8n, bps: 10_000, confirmed: 1 }, nobody, nobody, nobody],
}
const feeShares = {
  authority: creator,
  pendingAuthority: undefined,
  receivers: [{ address: user, drawnLamports: 8n, bps: 10_000, isConfirmed: true }],
}

/** Ours as kit writes instructions: signer and writable as one role. */
const asKit = ({ programAddress, accounts, data }: Instruction) => ({
  programAddress,
  accounts: accounts.map(({ address, signer, writable }) => ({
    address,
    role: signer
      ? writable
        ? AccountRole.WRITABLE_SIGNER
        : AccountRole.READONLY_SIGNER
      : writable
        ? AccountRole.WRITABLE
        : AccountRole.READONLY,
  })),
  data: Buffer.from(data).toString('hex'),
})
const generated = ({ programAddress, accounts, data }: KitInstruction) => ({
  programAddress,
  accounts: accounts?.map(({ address, role }) => ({ address, role })),
  data: Buffer.from(data ?? []).toString('hex'),
})

describe('every instruction', () => {
  let addresses: MarketAddresses
  let nft: NftAddresses
  let userCoins: Address
  beforeAll(async () => {
    addresses = await deriveMarketAddresses(program, mint)
    nft = await deriveNftAddresses(program, { mintAddress: mint, walletAddress: user, edition: 777 })
    userCoins = await deriveAssociatedAddress(user, mint)
  })
  const signer = (address: Address) => createNoopSigner(address)
  const [admin, treasury, programData] = [wallet(4).address, wallet(5).address, wallet(6).address]
  const trade = { lamportsIn: lamports(12_345n), baseUnitsOutMin: baseUnits((1n << 64n) - 1n) }
  const sell = { baseUnitsIn: baseUnits(98_765n), lamportsOutMin: lamports(43_210n) }
  const exact = { baseUnitsOut: baseUnits(55n), lamportsInMax: lamports(1n << 63n) }
  const shared = () => ({ user, userCoins, addresses })

  /** Generated with nothing said that can be derived, and ours. */
  const CASES: Record<keyof typeof TAGS, () => Promise<readonly [unknown, Instruction]>> = {
    initializeConfig: async () => [
      await client['getInitializeConfigInstructionAsync']!({
        upgradeAuthority: signer(creator),
        programData,
        admin,
        treasury,
        pauseKey: creator,
        ...terms,
      }),
      initializeConfigInstruction(program, {
        upgradeAuthority: creator,
        config: addresses.config,
        programData,
        admin,
        values: { treasury, pauseKey: creator, ...terms },
      }),
    ],
    updateConfig: async () => [
      await client['getUpdateConfigInstructionAsync']!({
        admin: signer(admin),
        treasury,
        nextTreasury: creator,
        newPauseKey: mint,
        ...terms,
      }),
      updateConfigInstruction(program, {
        admin,
        config: addresses.config,
        treasury,
        values: { treasury: creator, pauseKey: mint, ...terms },
      }),
    ],
    launch: async () => [
      await client['getLaunchInstructionAsync']!({
        creator: signer(creator),
        mint,
        ...texts,
        ...choices,
        termsHash: termsHash(terms),
      }),
      launchInstruction(program, {
        creator,
        mintBase: await deriveMintBaseAddress(program, creator),
        addresses,
        texts,
        choices,
        terms,
      }),
    ],
    buy: async () => [
      await client['getBuyInstructionAsync']!({ user: signer(user), mint, ...trade }),
      buyInstruction(program, { ...shared(), ...trade }),
    ],
    sell: async () => [
      await client['getSellInstructionAsync']!({ user: signer(user), mint, ...sell }),
      sellInstruction(program, { ...shared(), ...sell }),
    ],
    buyExactOut: async () => [
      await client['getBuyExactOutInstructionAsync']!({ user: signer(user), mint, ...exact }),
      buyExactOutInstruction(program, { ...shared(), ...exact }),
    ],
    capture: async () => [
      await client['getCaptureInstructionAsync']!({
        user: signer(user),
        mint,
        origin: nft.escrowNft,
        index: 777,
        source: 1,
      }),
      captureInstruction(program, { ...shared(), nft, source: 'escrow' }),
    ],
    release: async () => [
      await client['getReleaseInstructionAsync']!({ user: signer(user), mint, index: 777 }),
      releaseInstruction(program, { ...shared(), nft }),
    ],
    boost: async () => [
      client['getBoostInstruction']!({ payer: signer(user), market: addresses.market }),
      boostInstruction(program, { payer: user, addresses }),
    ],
    claimCreatorFees: async () => [
      client['getClaimCreatorFeesInstruction']!({ creator: signer(creator), market: addresses.market }),
      claimCreatorFeesInstruction(program, { creator, addresses }),
    ],
    claimTreasuryFees: async () => [
      await client['getClaimTreasuryFeesInstructionAsync']!({ treasury }),
      claimTreasuryFeesInstruction(program, { config: addresses.config, treasury }),
    ],
    migrate: async () => [
      client['getMigrateInstruction']!({ payer: signer(user), account: addresses.market }),
      migrateInstruction(program, { payer: user, account: addresses.market }),
    ],
    collect: async () => [
      await client['getCollectInstructionAsync']!({ market: addresses.market }),
      collectInstruction(program, { addresses }),
    ],
    offerAdmin: async () => [
      await client['getOfferAdminInstructionAsync']!({ admin: signer(admin), pendingAdmin: user }),
      offerAdminInstruction(program, { admin, config: addresses.config, pendingAdmin: user }),
    ],
    acceptAdmin: async () => [
      await client['getAcceptAdminInstructionAsync']!({ pendingAdmin: signer(user) }),
      acceptAdminInstruction(program, { pendingAdmin: user, config: addresses.config }),
    ],
    pause: async () => [
      await client['getPauseInstructionAsync']!({ pauseKey: signer(user) }),
      pauseInstruction(program, { pauseKey: user, config: addresses.config }),
    ],
    unpause: async () => [
      await client['getUnpauseInstructionAsync']!({ who: signer(user) }),
      unpauseInstruction(program, { who: user, config: addresses.config }),
    ],
  }

  test.each(Object.keys(TAGS) as (keyof typeof TAGS)[])('%s: same bytes, same accounts', async (name) => {
    const [theirs, ours] = await CASES[name]()
    expect(generated(theirs as KitInstruction)).toEqual(asKit(ours))
  })

  test.each(Object.keys(FEE_SHARES_TAGS) as (keyof typeof FEE_SHARES_TAGS)[])(
    '%s: same bytes, same accounts',
    async (name) => {
      const feeShares = await deriveFeeSharesAddress(program, mint)
      const at = { market: addresses.market, feeShares }
      const present = [creator]
      const next = [
        { address: user, bps: 9_999 },
        { address: creator, bps: 1 },
      ]
      const change = { ...at, shares: [9_999, 1], present, next: next.map((one) => one.address) }
      const by = { addresses: at, present, next }
      const [theirs, ours] = {
        setFeeShares: () => [
          client['getSetFeeSharesInstruction']!({ ...change, authority: signer(user) }),
          setFeeSharesInstruction(program, { ...by, authority: user }),
        ],
        drawFeeShare: () => [
          client['getDrawFeeShareInstruction']!({ ...at, receiver: signer(user) }),
          drawFeeShareInstruction(program, { addresses: at, receiver: user }),
        ],
        offerFeeShares: () => [
          client['getOfferFeeSharesInstruction']!({
            ...at,
            authority: signer(user),
            pendingAuthority: creator,
          }),
          offerFeeSharesInstruction(program, { addresses: at, authority: user, pendingAuthority: creator }),
        ],
        acceptFeeShares: () => [
          client['getAcceptFeeSharesInstruction']!({ ...change, pendingAuthority: signer(user) }),
          acceptFeeSharesInstruction(program, { ...by, pendingAuthority: user }),
        ],
      }[name]() as [KitInstruction, Instruction]
      expect(generated(theirs)).toEqual(asKit(ours))
    },
  )

  test.each(Object.keys(NFT_MARKET_TAGS) as (keyof typeof NFT_MARKET_TAGS)[])(
    '%s: same bytes, same accounts',
    async (name) => {
      const { market, config } = addresses
      const { mint: nftMint } = nft
      const [seller, buyer, bidder] = [user, creator, creator]
      const at = await deriveListingAddresses(program, nftMint)
      const sellerNft = nft.userNft
      const theirNft = await deriveAssociatedAddress(creator, nftMint)
      const nonce = (1n << 64n) - 2n
      const offer = await deriveOfferAddress(program, bidder, nonce)
      const priceLamports = lamports(54_321n)
      const editions = [1, 8, 9, 1_000]
      const asked = { priceLamports, expiresAtSeconds: 7n }
      const theirs = { priceLamports, expiresAt: 7n }
      const cases = {
        list: () => [
          client['getListInstructionAsync']!({
            seller: signer(seller),
            market,
            nftMint,
            index: 777,
            ...theirs,
          }),
          listInstruction(program, {
            ...asked,
            edition: 777,
            addresses: { seller, market, config, ...at, nftMint, sellerNft },
          }),
        ],
        updateListing: () => [
          client['getUpdateListingInstruction']!({
            seller: signer(seller),
            market,
            listing: at.listing,
            ...theirs,
          }),
          updateListingInstruction(program, {
            ...asked,
            addresses: { seller, market, listing: at.listing },
          }),
        ],
        cancelListing: () => [
          client['getCancelListingInstructionAsync']!({ seller: signer(seller), market, nftMint }),
          cancelListingInstruction(program, { addresses: { seller, market, ...at, nftMint, sellerNft } }),
        ],
        buyListing: () => [
          client['getBuyListingInstructionAsync']!({
            buyer: signer(buyer),
            market,
            nftMint,
            seller,
            lamportsMax: 99n,
          }),
          buyListingInstruction(program, {
            lamportsMax: lamports(99n),
            addresses: { buyer, market, config, ...at, nftMint, buyerNft: theirNft, seller },
          }),
        ],
        offer: () => [
          client['getOfferInstructionAsync']!({
            bidder: signer(bidder),
            market,
            nonce,
            ...theirs,
            editions: editionSet(editions),
          }),
          offerInstruction(program, {
            ...asked,
            nonce,
            editions,
            addresses: { bidder, market, config, offer },
          }),
        ],
        cancelOffer: () => [
          client['getCancelOfferInstruction']!({ bidder: signer(bidder), market, offer }),
          cancelOfferInstruction(program, { addresses: { bidder, market, offer } }),
        ],
        acceptOffer: () => [
          client['getAcceptOfferInstructionAsync']!({
            seller: signer(seller),
            market,
            offer,
            bidder,
            nftMint,
            index: 777,
            lamportsMin: 98n,
          }),
          acceptOfferInstruction(program, {
            edition: 777,
            lamportsMin: lamports(98n),
            addresses: { seller, market, offer, bidder, nftMint, sellerNft, bidderNft: theirNft },
          }),
        ],
      } satisfies Record<keyof typeof NFT_MARKET_TAGS, () => unknown[]>
      const [built, ours] = cases[name]() as [KitInstruction | Promise<KitInstruction>, Instruction]
      expect(generated(await built)).toEqual(asKit(ours))
    },
  )

  test('a capture that mints comes from the collection', async () => {
    const asked = { user: signer(user), mint, origin: addresses.collection, index: 777, source: 0 }
    const ours = captureInstruction(program, { ...shared(), nft, source: 'mint' })
    expect(generated((await client['getCaptureInstructionAsync']!(asked)) as KitInstruction)).toEqual(
      asKit(ours),
    )
  })

  test('none is described that there is not', () => {
    const described = (roots.program.instructions ?? []).map(({ name }) => String(name))
    expect(described.toSorted()).toEqual(
      Object.keys({ ...TAGS, ...FEE_SHARES_TAGS, ...NFT_MARKET_TAGS }).toSorted(),
    )
  })
})

test('every account is read the same', () => {
  const config = {
    bump: 254,
    admin: creator,
    treasury: user,
    pendingAdmin: mint,
    pauseKey: program,
    pausedUntil: 20n,
    sequence: 21n,
    ...terms,
  }
  const configBytes = (client['getConfigEncoder']!() as Encoder).encode(config)
  expect(decodeConfig(configBytes)).toEqual({
    admin: creator,
    treasury: user,
    pendingAdmin: mint,
    pauseKey: program,
    pausedUntilSeconds: 20n,
    sequence: 21n,
    ...terms,
  })
  const market = {
    status: 1,
    marketBump: 1,
    escrowBump: 2,
    collectionBump: 3,
    mint,
    creator,
    collection: user,
    reserveLamports: 11n,
    reserveBaseUnits: 12n,
    realLamports: 13n,
    creatorFeesOwedLamports: 14n,
    ...terms,
    nftsMinted: 15,
    nftsInCirculation: 16,
    boostedUntil: -17n,
    createdAt: 18n,
    sequence: 19n,
    vault: program,
    ...choices,
    lockedLamports: 22n,
    treasuryFeesOwedLamports: 23n,
    feeSharesBump: 24,
    changedSlot: 25n,
    slotStartReserveLamports: 26n,
    slotStartReserveBaseUnits: 27n,
  }
  const shared = { ...sharesState, bump: 9, mint }
  const sharesBytes = (client['getFeeSharesEncoder']!() as Encoder).encode(shared)
  expect(decodeFeeShares(sharesBytes)).toEqual({ mint, ...feeShares })
  const asked = { priceLamports: lamports(31n), createdAt: -33n }
  const read = { mint, priceLamports: 31n, expiresAtSeconds: 32n, createdAtSeconds: -33n }
  const listing = { listingBump: 1, listedNftBump: 2, index: 777, mint, nftMint: user, seller: creator }
  const listingBytes = (client['getListingEncoder']!() as Encoder).encode({
    ...listing,
    ...asked,
    expiresAt: 32n,
  })
  expect(decodeListing(listingBytes)).toEqual({ ...read, edition: 777, nftMint: user, seller: creator })
  const offer = { offerBump: 1, mint, bidder: creator, nonce: 34n, editions: editionSet([2, 999]) }
  const offerBytes = (client['getOfferEncoder']!() as Encoder).encode({
    ...offer,
    ...asked,
    expiresAt: 32n,
    nftRentLamports: 35n,
  })
  const offered = { bidder: creator, nonce: 34n, editions: [2, 999], nftRentLamports: 35n }
  expect(decodeOffer(offerBytes)).toEqual({ ...read, ...offered })
  const marketBytes = (client['getMarketEncoder']!() as Encoder).encode(market)
  expect(decodeMarket(marketBytes)).toEqual({
    ...choices,
    lockedLamports: 22n,
    treasuryFeesOwedLamports: 23n,
    feeSharesBump: 24,
    mint,
    creator,
    collection: user,
    vault: program,
    curve: {
      reserveLamports: 11n,
      reserveBaseUnits: 12n,
      realLamports: 13n,
      graduationMarketCapLamports: terms.graduationMarketCapLamports,
      sellFeeBps: BigInt(terms.sellFeeBps),
      creatorShareBps: BigInt(terms.creatorShareBps),
      graduated: true,
      openingReserveLamports: choices.openingReserveLamports,
      guard: { guardBps: choices.guardBps, guardSeconds: choices.guardSeconds, createdAtSeconds: 18n },
    },
    terms,
    creatorFeesOwedLamports: 14n,
    nftsMinted: 15,
    nftsInCirculation: 16,
    boostedUntilSeconds: -17n,
    createdAtSeconds: 18n,
    sequence: 19n,
  })
})

describe('every event is read the same', () => {
  const head = {
    edition: 0,
    sequence: 2n,
    mint,
    who: user,
    lamports: 3n,
    baseUnits: 4n,
    feeLamports: 5n,
    creatorFeeLamports: 6n,
    reserveLamports: 7n,
    reserveBaseUnits: 8n,
    realLamports: 9n,
    burnedBaseUnits: 10n,
    unixSeconds: 11n,
  }
  const { seed: _, ...said } = texts
  const fields = {
    sequence: 2n,
    mint,
    who: user,
    reserveLamports: 7n,
    reserveBaseUnits: 8n,
    realLamports: 9n,
    unixSeconds: 11n,
  }
  const sold = { edition: 777, dueLamports: 3n, royaltyLamports: 2n, platformFeeLamports: 3n }
  test.each([
    ['Launch', 0, { ...terms, ...choices, ...said }, { kind: 'launch', terms, choices, texts: said }],
    [
      'Buy',
      1,
      {},
      {
        kind: 'buy',
        lamportsIn: 3n,
        surchargeLamports: 5n,
        baseUnitsOut: 4n,
        graduated: true,
        burnedBaseUnits: 10n,
      },
    ],
    [
      'Sell',
      0,
      {},
      { kind: 'sell', baseUnitsIn: 4n, lamportsOut: 3n, feeLamports: 5n, creatorFeeLamports: 6n },
    ],
    ['Capture', 2, { edition: 777 }, { kind: 'capture', edition: 777, minted: true, baseUnits: 4n }],
    ['Release', 0, { edition: 777 }, { kind: 'release', edition: 777, baseUnits: 4n }],
    ['Boost', 0, { boostedUntil: 12n }, { kind: 'boost', lamportsIn: 3n, boostedUntilSeconds: 12n }],
    ['ClaimCreatorFees', 0, {}, { kind: 'claimCreatorFees', lamportsOut: 3n }],
    ['Collect', 0, {}, { kind: 'collect', lamportsOut: 3n }],
    ['DrawFeeShare', 0, sharesState, { kind: 'drawFeeShare', lamportsOut: 3n, feeShares }],
    ['OfferFeeShares', 0, sharesState, { kind: 'offerFeeShares', feeShares }],
    [
      'SetFeeShares',
      0,
      { ...sharesState, paidLamports: [1n, 2n, 0n, 0n] },
      { kind: 'setFeeShares', lamportsOut: 3n, paidLamports: [1n, 2n, 0n, 0n], feeShares },
    ],
    [
      'AcceptFeeShares',
      0,
      { ...sharesState, paidLamports: [1n, 2n, 0n, 0n] },
      { kind: 'acceptFeeShares', lamportsOut: 3n, paidLamports: [1n, 2n, 0n, 0n], feeShares },
    ],
    [
      'List',
      0,
      { edition: 777, expiresAt: 12n },
      { kind: 'list', edition: 777, priceLamports: 3n, expiresAtSeconds: 12n },
    ],
    [
      'UpdateListing',
      0,
      { edition: 777, expiresAt: 12n },
      { kind: 'updateListing', edition: 777, priceLamports: 3n, expiresAtSeconds: 12n },
    ],
    ['CancelListing', 0, { edition: 777 }, { kind: 'cancelListing', edition: 777, priceLamports: 3n }],
    [
      'BuyListing',
      0,
      { edition: 777, creatorFeeLamports: 2n, seller: creator },
      { kind: 'buyListing', ...sold, seller: creator },
    ],
    [
      'Offer',
      0,
      { offer: program, nonce: 13n, expiresAt: 12n, editions: editionSet([1, 1_000]) },
      {
        kind: 'offer',
        offer: program,
        nonce: 13n,
        priceLamports: 3n,
        expiresAtSeconds: 12n,
        editions: [1, 1_000],
      },
    ],
    ['CancelOffer', 0, { offer: program }, { kind: 'cancelOffer', offer: program, priceLamports: 3n }],
    [
      'AcceptOffer',
      0,
      { edition: 777, creatorFeeLamports: 2n, offer: program, bidder: creator },
      { kind: 'acceptOffer', ...sold, offer: program, bidder: creator },
    ],
  ])('%s', (name, flags, more, event) => {
    const data = (client[`get${name}EventEncoder`]!() as Encoder).encode({ ...head, flags, ...more })
    expect(data[0]).toBe(EVENT_TAG)
    expect(decodeEvents([{ programAddress: program, data }], program)).toEqual([{ ...fields, ...event }])
  })

  test.each([
    'initializeConfig',
    'updateConfig',
    'claimTreasuryFees',
    'migrate',
    'offerAdmin',
    'acceptAdmin',
    'pause',
    'unpause',
  ])('%s, of the Config', (kind) => {
    const name = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`
    const state = { admin: creator, pendingAdmin: program, treasury: user, pauseKey: mint }
    const told = { sequence: 2n, who: user, lamports: 3n, unixSeconds: 11n }
    const data = (client[`get${name}EventEncoder`]!() as Encoder).encode({
      ...told,
      ...state,
      pausedUntil: 12n,
      ...terms,
    })
    expect(data[0]).toBe(EVENT_TAG)
    const inner = [{ programAddress: program, data }]
    expect(decodeConfigEvents(inner, program)).toEqual([
      { ...told, kind, after: { ...state, pausedUntilSeconds: 12n, terms } },
    ])
    expect(decodeEvents(inner, program)).toEqual([])
  })
})

test('every code has its name, in the source, the description and the product', () => {
  const errors = (roots.program.errors ?? []).map(({ name, code }) => [String(name), code])
  expect(errors).toEqual(PROGRAM_ERROR_CODES.map((name, at) => [name, 6_000 + at]))
})
