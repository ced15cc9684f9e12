// A client that Codama generates from the program's description, against our own codecs: every instruction's bytes and
// accounts, every address, every account, every event, every code.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { renderVisitor } from '@codama/renderers-js'
import { visit } from '@codama/visitors-core'
import { AccountRole, type Address, createNoopSigner, type Instruction as KitInstruction } from '@solana/kit'
import { PROGRAM_ERROR_CODES } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import {
  decodeConfig,
  decodeFeeShares,
  decodeListing,
  decodeMarket,
  decodeOffer,
} from '@twinmint/sdk/program/accounts'
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
import { editionSet } from '@twinmint/sdk/program/editions'
import { decodeEvents } from '@twinmint/sdk/program/events'
import { sharesChange } from '@twinmint/sdk/program/fee-shares'
import {
  buildInstruction,
  EVENT_TAG,
  INSTRUCTION_NAMES,
  type InstructionName,
} from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { termsHash } from '@twinmint/sdk/program/terms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallet } from '../test/harness.ts'
import { idl, idlSources, idlText } from './idl.ts'
import { withTables } from './tables.ts'

const program = wallet(900_000).address
const roots = idl(...idlSources())
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

test('the committed IDL and the documented tables are what the SDK describes', () => {
  const sources = idlSources()
  expect(readFileSync('program/idl.json', 'utf8')).toBe(idlText(...sources))
  const document = readFileSync('docs/program.md', 'utf8')
  expect(document).toBe(withTables(document, sources))
})

test('the generated client type-checks', () => {
  const tsconfig = join(folder, 'tsconfig.json')
  const compilerOptions = {
    noEmit: true,
    composite: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    erasableSyntaxOnly: false,
    verbatimModuleSyntax: false,
  }
  writeFileSync(
    tsconfig,
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['.'], references: [] }),
  )
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', tsconfig], { encoding: 'utf8' })
  const errors = stdout.split('\n').filter((line) => line.startsWith('test-results/'))
  // The generator's plugin for Kit's clients returns a type that Kit 8 builds otherwise. Everything else is right.
  expect(errors).toEqual([expect.stringMatching(/twinmint\.ts.* is not assignable to .*TwinmintPlugin/)])
})

test('no struct has two fields of one name, and what tells an event apart lies where it says', () => {
  const { accounts, definedTypes, events } = roots.program
  const structs = [...accounts.map(({ data }) => data), ...definedTypes.map(({ type }) => type)]
  for (const struct of structs) {
    if (struct.kind !== 'structTypeNode') continue
    const names = struct.fields.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  }
  for (const { discriminators } of events)
    expect(discriminators?.map((each) => 'offset' in each && each.offset)).toEqual([0, 1])
  expect(roots.program.publicKey).not.toBe(SYSTEM_PROGRAM)
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
  let feeShares: Address
  let at: Awaited<ReturnType<typeof deriveListingAddresses>>
  let theirNft: Address
  let offer: Address
  beforeAll(async () => {
    addresses = await deriveMarketAddresses(program, mint)
    nft = await deriveNftAddresses(program, { mintAddress: mint, walletAddress: user, edition: 777 })
    userCoins = await deriveAssociatedAddress(user, mint)
    feeShares = await deriveFeeSharesAddress(program, mint)
    at = await deriveListingAddresses(program, nft.nftMint)
    theirNft = await deriveAssociatedAddress(creator, nft.nftMint)
    offer = await deriveOfferAddress(program, creator, nonce)
  })
  const nonce = (1n << 64n) - 2n
  const signer = (address: Address) => createNoopSigner(address)
  const [admin, treasury, programData] = [wallet(4).address, wallet(5).address, wallet(6).address]
  const trade = { lamportsIn: lamports(12_345n), baseUnitsOutMin: baseUnits((1n << 64n) - 1n) }
  const sell = { baseUnitsIn: baseUnits(98_765n), lamportsOutMin: lamports(43_210n) }
  const exact = { baseUnitsOut: baseUnits(55n), lamportsInMax: lamports(1n << 63n) }
  const shared = () => ({ ...addresses, user, userCoins })

  /** Generated with nothing said that can be derived, and ours. */
  type Case = () => Promise<readonly [unknown, Instruction]>
  const CASES = {
    initializeConfig: async () => [
      await client['getInitializeConfigInstructionAsync']!({
        upgradeAuthority: signer(creator),
        programData,
        admin,
        treasury,
        pauseKey: creator,
        ...terms,
      }),
      buildInstruction(
        program,
        'initializeConfig',
        { upgradeAuthority: creator, config: addresses.config, programData, treasury },
        { admin, pauseKey: creator, terms },
      ),
    ],
    updateConfig: async () => [
      await client['getUpdateConfigInstructionAsync']!({
        admin: signer(admin),
        treasury,
        nextTreasury: creator,
        pauseKey: mint,
        ...terms,
      }),
      buildInstruction(
        program,
        'updateConfig',
        { admin, config: addresses.config, treasury, nextTreasury: creator },
        { pauseKey: mint, terms },
      ),
    ],
    launch: async () => [
      await client['getLaunchInstructionAsync']!({
        creator: signer(creator),
        mint,
        ...texts,
        ...choices,
        termsHash: termsHash(terms),
      }),
      buildInstruction(
        program,
        'launch',
        { ...addresses, creator, mintBase: await deriveMintBaseAddress(program, creator) },
        { texts, choices, termsHash: termsHash(terms) },
      ),
    ],
    buy: async () => [
      await client['getBuyInstructionAsync']!({ user: signer(user), mint, ...trade }),
      buildInstruction(program, 'buy', shared(), trade),
    ],
    sell: async () => [
      await client['getSellInstructionAsync']!({ user: signer(user), mint, ...sell }),
      buildInstruction(program, 'sell', shared(), sell),
    ],
    buyExactOut: async () => [
      await client['getBuyExactOutInstructionAsync']!({ user: signer(user), mint, ...exact }),
      buildInstruction(program, 'buyExactOut', shared(), exact),
    ],
    capture: async () => [
      await client['getCaptureInstructionAsync']!({
        user: signer(user),
        mint,
        origin: nft.escrowNft,
        edition: 777,
        source: 1,
      }),
      buildInstruction(
        program,
        'capture',
        { ...shared(), ...nft, origin: nft.escrowNft },
        { edition: nft.edition, source: 'escrow' },
      ),
    ],
    release: async () => [
      await client['getReleaseInstructionAsync']!({ user: signer(user), mint, edition: 777 }),
      buildInstruction(program, 'release', { ...shared(), ...nft }, { edition: nft.edition }),
    ],
    boost: async () => [
      client['getBoostInstruction']!({ payer: signer(user), market: addresses.market }),
      buildInstruction(program, 'boost', { ...addresses, payer: user }),
    ],
    claimCreatorFees: async () => [
      client['getClaimCreatorFeesInstruction']!({ creator: signer(creator), market: addresses.market }),
      buildInstruction(program, 'claimCreatorFees', { ...addresses, creator }),
    ],
    claimTreasuryFees: async () => [
      await client['getClaimTreasuryFeesInstructionAsync']!({ treasury }),
      buildInstruction(program, 'claimTreasuryFees', { config: addresses.config, treasury }),
    ],
    migrate: async () => [
      client['getMigrateInstruction']!({ payer: signer(user), account: addresses.market }),
      buildInstruction(program, 'migrate', { payer: user, account: addresses.market }),
    ],
    collect: async () => [
      await client['getCollectInstructionAsync']!({ market: addresses.market }),
      buildInstruction(program, 'collect', addresses),
    ],
    offerAdmin: async () => [
      await client['getOfferAdminInstructionAsync']!({ admin: signer(admin), pendingAdmin: user }),
      buildInstruction(program, 'offerAdmin', { admin, config: addresses.config }, { pendingAdmin: user }),
    ],
    acceptAdmin: async () => [
      await client['getAcceptAdminInstructionAsync']!({ pendingAdmin: signer(user) }),
      buildInstruction(program, 'acceptAdmin', { pendingAdmin: user, config: addresses.config }),
    ],
    pause: async () => [
      await client['getPauseInstructionAsync']!({ pauseKey: signer(user) }),
      buildInstruction(program, 'pause', { pauseKey: user, config: addresses.config }),
    ],
    unpause: async () => [
      await client['getUnpauseInstructionAsync']!({ who: signer(user) }),
      buildInstruction(program, 'unpause', { who: user, config: addresses.config }),
    ],
  } satisfies Partial<Record<InstructionName, Case>>

  const feeSharesCases = () => {
    const at = { market: addresses.market, feeShares }
    const [present, next] = [
      [creator],
      [
        { address: user, bps: 9_999 },
        { address: creator, bps: 1 },
      ],
    ]
    const theirs = { ...at, shares: [9_999, 1], present, next: next.map((one) => one.address) }
    return {
      setFeeShares: async () => [
        client['getSetFeeSharesInstruction']!({ ...theirs, authority: signer(user) }),
        buildInstruction(program, 'setFeeShares', { ...at, authority: user }, ...sharesChange(present, next)),
      ],
      drawFeeShare: async () => [
        client['getDrawFeeShareInstruction']!({ ...at, receiver: signer(user) }),
        buildInstruction(program, 'drawFeeShare', { ...at, receiver: user }),
      ],
      offerFeeShares: async () => [
        client['getOfferFeeSharesInstruction']!({
          ...at,
          authority: signer(user),
          pendingAuthority: creator,
        }),
        buildInstruction(
          program,
          'offerFeeShares',
          { ...at, authority: user },
          { pendingAuthority: creator },
        ),
      ],
      acceptFeeShares: async () => [
        client['getAcceptFeeSharesInstruction']!({ ...theirs, pendingAuthority: signer(user) }),
        buildInstruction(
          program,
          'acceptFeeShares',
          { ...at, pendingAuthority: user },
          ...sharesChange(present, next),
        ),
      ],
    } satisfies Partial<Record<InstructionName, Case>>
  }

  const nftMarketCases = () => {
    const { market, config } = addresses
    const { nftMint, userNft: sellerNft } = nft
    const [seller, buyer, bidder] = [user, creator, creator]
    const editions = [1, 8, 9, 1_000]
    const asked = { priceLamports: lamports(54_321n), expiresAtSeconds: 7n }
    return {
      list: async () => [
        client['getListInstructionAsync']!({
          seller: signer(seller),
          market,
          nftMint,
          edition: 777,
          ...asked,
        }),
        buildInstruction(
          program,
          'list',
          { seller, market, config, ...at, nftMint, sellerNft },
          { edition: 777, ...asked },
        ),
      ],
      updateListing: async () => [
        client['getUpdateListingInstruction']!({
          seller: signer(seller),
          market,
          listing: at.listing,
          ...asked,
        }),
        buildInstruction(program, 'updateListing', { seller, market, listing: at.listing }, asked),
      ],
      cancelListing: async () => [
        client['getCancelListingInstructionAsync']!({ seller: signer(seller), market, nftMint }),
        buildInstruction(program, 'cancelListing', { seller, market, ...at, nftMint, sellerNft }),
      ],
      buyListing: async () => [
        client['getBuyListingInstructionAsync']!({
          buyer: signer(buyer),
          market,
          nftMint,
          seller,
          lamportsMax: 99n,
        }),
        buildInstruction(
          program,
          'buyListing',
          { buyer, market, config, ...at, nftMint, buyerNft: theirNft, seller },
          { lamportsMax: lamports(99n) },
        ),
      ],
      offer: async () => [
        client['getOfferInstructionAsync']!({
          bidder: signer(bidder),
          market,
          nonce,
          ...asked,
          editions: editionSet(editions),
        }),
        buildInstruction(program, 'offer', { bidder, market, config, offer }, { nonce, ...asked, editions }),
      ],
      cancelOffer: async () => [
        client['getCancelOfferInstruction']!({ bidder: signer(bidder), market, offer }),
        buildInstruction(program, 'cancelOffer', { bidder, market, offer }),
      ],
      acceptOffer: async () => [
        client['getAcceptOfferInstructionAsync']!({
          seller: signer(seller),
          market,
          offer,
          bidder,
          nftMint,
          edition: 777,
          lamportsMin: 98n,
        }),
        buildInstruction(
          program,
          'acceptOffer',
          { seller, market, offer, bidder, nftMint, sellerNft, bidderNft: theirNft },
          { edition: 777, lamportsMin: lamports(98n) },
        ),
      ],
    } satisfies Partial<Record<InstructionName, Case>>
  }

  test.each(INSTRUCTION_NAMES)('%s: same bytes, same accounts', async (name) => {
    const [theirs, ours] = await { ...CASES, ...feeSharesCases(), ...nftMarketCases() }[name]()
    expect(generated((await theirs) as KitInstruction)).toEqual(asKit(ours))
  })

  test('a capture that mints comes from the collection', async () => {
    const asked = { user: signer(user), mint, origin: addresses.collection, edition: 777, source: 0 }
    const ours = buildInstruction(
      program,
      'capture',
      { ...shared(), ...nft, origin: addresses.collection },
      { edition: nft.edition, source: 'mint' },
    )
    expect(generated((await client['getCaptureInstructionAsync']!(asked)) as KitInstruction)).toEqual(
      asKit(ours),
    )
  })

  test('none is described that there is not', () => {
    const described = (roots.program.instructions ?? []).map(({ name }) => String(name))
    expect(described).toEqual(INSTRUCTION_NAMES)
  })
})

test('every account is read the same', () => {
  const config = {
    bump: 254,
    admin: creator,
    treasury: user,
    pendingAdmin: mint,
    pauseKey: program,
    pausedUntilSeconds: 20n,
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
    boostedUntilSeconds: -17n,
    createdAtSeconds: 18n,
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
  const asked = { priceLamports: lamports(31n), createdAtSeconds: -33n }
  const read = { mint, priceLamports: 31n, expiresAtSeconds: 32n, createdAtSeconds: -33n }
  const listing = { listingBump: 1, listedNftBump: 2, edition: 777, mint, nftMint: user, seller: creator }
  const listingBytes = (client['getListingEncoder']!() as Encoder).encode({
    ...listing,
    ...asked,
    expiresAtSeconds: 32n,
  })
  expect(decodeListing(listingBytes)).toEqual({ ...read, edition: 777, nftMint: user, seller: creator })
  const offer = { offerBump: 1, mint, bidder: creator, nonce: 34n, editions: editionSet([2, 999]) }
  const offerBytes = (client['getOfferEncoder']!() as Encoder).encode({
    ...offer,
    ...asked,
    expiresAtSeconds: 32n,
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
    ['Boost', 0, { boostedUntilSeconds: 12n }, { kind: 'boost', lamportsIn: 3n, boostedUntilSeconds: 12n }],
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
      { edition: 777, expiresAtSeconds: 12n },
      { kind: 'list', edition: 777, priceLamports: 3n, expiresAtSeconds: 12n },
    ],
    [
      'UpdateListing',
      0,
      { edition: 777, expiresAtSeconds: 12n },
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
      { offer: program, nonce: 13n, expiresAtSeconds: 12n, editions: editionSet([1, 1_000]) },
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
      pausedUntilSeconds: 12n,
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
