// A chain for the program's tests: LiteSVM with the committed program deployed through the real loader, wallets, and
// every balance on it. Tests only.

import { createPrivateKey, hash, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Lamports as KitLamports, SignatureBytes, Transaction } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { programErrorName } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { deployProgram } from '@twinmint/sdk/internal/program/loader'
import {
  ACCOUNT_KINDS,
  type AccountKind,
  type AccountKinds,
  type Config,
  decodeConfig,
  decodeMarket,
  type Market,
} from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveConfigAddress,
  deriveMarketAddresses,
  deriveMintAddress,
  deriveMintBaseAddress,
  deriveNftAddresses,
  deriveProgramDataAddress,
  type MarketAddresses,
  type NftAddresses,
} from '@twinmint/sdk/program/addresses'
import type { InnerInstruction } from '@twinmint/sdk/program/config-events'
import { type ConfigEvent, decodeConfigEvents } from '@twinmint/sdk/program/config-events'
import {
  acceptAdminInstruction,
  claimTreasuryFeesInstruction,
  initializeConfigInstruction,
  offerAdminInstruction,
  pauseInstruction,
  unpauseInstruction,
  updateConfigInstruction,
} from '@twinmint/sdk/program/config-instructions'
import { decodeEvents, type ProgramEvent } from '@twinmint/sdk/program/events'
import {
  boostInstruction,
  buyExactOutInstruction,
  buyInstruction,
  type ConfigValues,
  captureInstruction,
  claimCreatorFeesInstruction,
  collectInstruction,
  type LaunchTexts,
  launchInstruction,
  migrateInstruction,
  type NftSource,
  releaseInstruction,
  sellInstruction,
} from '@twinmint/sdk/program/instructions'
import { encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { type LaunchChoices, STANDARD_CHOICES } from '@twinmint/sdk/program/terms'
import { createCoinAccountInstruction, decodeCoinAccount } from '@twinmint/sdk/program/token-2022'
import { FailedTransactionMetadata, FeatureSet, LiteSVM, type TransactionMetadata } from 'litesvm'
import { NEXT_KINDS } from './next-version.ts'

export const SOL = 1_000_000_000n
export const SUPPLY = 1_000_000_000_000_000n
/** Base units for one NFT. */
export const NFT_PRICE = 1_000_000_000_000n
/** What is tested: the committed program, or in `npm run program:mutants` one with a fault in it. */
export const programFolder = process.env['TWINMINT_PROGRAM_FOLDER'] ?? join(import.meta.dirname, '..')
export const elf = new Uint8Array(readFileSync(join(programFolder, 'twinmint.so')))
/** The version after it, which NEXT_KINDS describes. */
export const nextElf = new Uint8Array(readFileSync(join(programFolder, 'fixtures/twinmint-next.so')))

export interface Wallet {
  readonly address: Address
  readonly key: KeyObject
}

/** The same wallet for the same number, so that a failure repeats. */
export function wallet(number: number): Wallet {
  const seed = hash('sha256', `wallet ${number}`, 'buffer')
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const { x } = key.export({ format: 'jwk' }) as { x: string }
  return { address: addressOf(new Uint8Array(Buffer.from(x, 'base64url'))), key }
}

export interface Sent {
  /** The program's refusal by name, another program's or the runtime's as text, or undefined when it went through. */
  readonly failure: string | undefined
  readonly events: readonly ProgramEvent[]
  readonly configEvents: readonly ConfigEvent[]
  readonly logs: readonly string[]
  /** What programs called, in order. */
  readonly inner: readonly InnerInstruction[]
  /** Instructions that ran, those called by programs included: the runtime stops a transaction at 64. */
  readonly trace: number
  readonly bytes: number
  readonly computeUnits: number
  /** Used by our program with all that it calls, one number a top-level instruction of it. */
  readonly ownComputeUnits: readonly number[]
}

export interface Coin {
  readonly creator: Wallet
  readonly mintBase: Address
  readonly texts: LaunchTexts
  readonly choices: LaunchChoices
  readonly addresses: MarketAddresses
}

export const TERMS = {
  graduationMarketCapLamports: lamports(420n * SOL),
  boostPriceLamports: lamports(SOL),
  boostSeconds: 86_400,
  sellFeeBps: 100,
  creatorShareBps: 5_000,
  royaltyBps: 500,
  marketFeeBps: 100,
} as const

/** Launch texts, and choices other than the call's own. */
export type LaunchInput = Partial<LaunchTexts & LaunchChoices>

export const TEXTS = {
  name: 'Nyan Cat',
  symbol: 'NYAN',
  collectionName: 'Nyan Twins',
  uri: 'ipfs://bafy/1',
} as const

const PROGRAM = wallet(900_000).address

let coinCount = 0
const knownSeeds = new Map(
  Object.entries(readSeeds()).map(([key, seed]) => {
    const [number, index] = key.split(' ')
    return [`${wallet(Number(number)).address} ${index}`, seed]
  }),
)

function readSeeds(): Record<string, string> {
  return JSON.parse(readFileSync(new URL('./test-seeds.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >
}

/**
 * A seed with which the creator's mint address ends in jpg. Finding one takes 0.2 s on average, so those that the tests
 * need every time are kept in test-seeds.json, by wallet number and index.
 */
export async function findSeed(creator: Address, index: number): Promise<string> {
  const key = `${creator} ${index}`
  const known = knownSeeds.get(key)
  if (known !== undefined) return known
  const base = await deriveMintBaseAddress(PROGRAM, creator)
  const message = Buffer.concat([addressBytes(base), Buffer.alloc(8), addressBytes(TOKEN_2022)])
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  for (let n = index * 10_000_000; ; n++) {
    message.write(`x${n.toString(36).padStart(7, letters[0])}`, 32, 'latin1')
    const digest = hash('sha256', message, 'buffer')
    let rest = 0
    for (let i = 0; i < 32; i += 4) rest = (rest * 4_294_967_296 + digest.readUInt32BE(i)) % 195_112
    if (rest !== 144_053) continue
    const seed = message.toString('latin1', 32, 40)
    knownSeeds.set(key, seed)
    return seed
  }
}

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

export class Chain {
  readonly svm: LiteSVM
  readonly program: Address
  readonly authority: Wallet
  readonly treasury: Address
  readonly signed: boolean
  readonly config: Address
  readonly kinds: AccountKinds
  /** Transactions are sent in the slot of the one before; else each goes into the next one. */
  keepsSlot = false
  private nonce = 0

  private constructor(
    config: Address,
    options: { readonly signatures: boolean; readonly allFeatures: boolean; readonly kinds: AccountKinds },
  ) {
    this.config = config
    this.kinds = options.kinds
    this.signed = options.signatures
    const base = options.allFeatures
      ? LiteSVM.default()
          .withFeatureSet(FeatureSet.allEnabled())
          .withBuiltins()
          .withLamports(10n ** 18n)
      : LiteSVM.default()
          .withBuiltins()
          .withLamports(10n ** 18n)
    this.svm = base
      .withSysvars()
      .withDefaultPrograms()
      .withPrecompiles()
      .withSigverify(options.signatures)
      .withBlockhashCheck(false)
      .withTransactionHistory(0n)
      // A cluster keeps 10,000 bytes; refusals are read here from what comes after.
      .withLogBytesLimit()
    this.program = PROGRAM
    this.authority = wallet(900_001)
    this.treasury = wallet(900_002).address
  }

  /** Deployed through the loader; the Config is written unless `config` is false. */
  static async open(
    options: {
      readonly signatures?: boolean
      readonly allFeatures?: boolean
      readonly config?: boolean
      readonly terms?: Partial<ConfigValues>
      /** With the version after this one. */
      readonly isNext?: boolean
    } = {},
  ): Promise<Chain> {
    const code = options.isNext ? nextElf : elf
    const chain = new Chain(await deriveConfigAddress(PROGRAM), {
      signatures: options.signatures ?? false,
      allFeatures: options.allFeatures ?? false,
      kinds: options.isNext ? NEXT_KINDS : ACCOUNT_KINDS,
    })
    const { svm, authority } = chain
    chain.setTime(1_800_000_000n)
    chain.fund(authority.address, 1_000n * SOL)
    const keys = new Map([900_000, 900_001, 900_003].map((n) => [wallet(n).address, wallet(n)]))
    await deployProgram({
      payer: authority.address,
      authority: authority.address,
      program: chain.program,
      buffer: wallet(900_003).address,
      elf: code,
      bytesMax: code.length * 2,
      rent: async (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
      send: async (instructions, signers) => {
        const wallets = signers.flatMap((address) => keys.get(address) ?? [])
        const [payer = authority, ...others] = wallets
        const sent = chain.send(instructions, payer, ...others)
        if (sent.failure !== undefined) throw new Error(`${sent.failure}\n${sent.logs.join('\n')}`)
      },
    })
    svm.warpToSlot(svm.getClock().slot + 2n)
    if (options.config !== false)
      chain.must(await chain.initializeConfig(authority, options.terms), authority)
    return chain
  }

  setTime(unixSeconds: bigint): void {
    const clock = this.svm.getClock()
    clock.unixTimestamp = unixSeconds
    this.svm.setClock(clock)
  }

  now(): bigint {
    return this.svm.getClock().unixTimestamp
  }

  nextSlot(): void {
    const clock = this.svm.getClock()
    clock.slot++
    this.svm.setClock(clock)
  }

  /** Adds lamports out of nothing. */
  fund(address: Address, amount: bigint): void {
    const account = this.svm.getAccount(address)
    this.svm.setAccount({
      address,
      lamports: ((account.exists ? account.lamports : 0n) + amount) as KitLamports,
      data: account.exists ? account.data : new Uint8Array(),
      executable: account.exists && account.executable,
      programAddress: account.exists
        ? account.programAddress
        : ('11111111111111111111111111111111' as Address),
      space: BigInt(account.exists ? account.data.length : 0),
    })
  }

  /** Writes an account as no transaction could. */
  setAccount(address: Address, owner: Address, data: Uint8Array, amount?: bigint): void {
    const rent = this.svm.minimumBalanceForRentExemption(BigInt(data.length))
    this.svm.setAccount({
      address,
      lamports: (amount ?? rent) as KitLamports,
      data,
      executable: false,
      programAddress: owner,
      space: BigInt(data.length),
    })
  }

  /** Sends what must go through. */
  must(instructions: readonly Instruction[] | Instruction, payer: Wallet, ...others: Wallet[]): Sent {
    const sent = this.send('data' in instructions ? [instructions] : instructions, payer, ...others)
    if (sent.failure !== undefined) throw new Error(`${sent.failure}\n${sent.logs.join('\n')}`)
    return sent
  }

  /** The first signer pays. Every transaction differs by its blockhash, so none is a duplicate. */
  send(instructions: readonly Instruction[], payer: Wallet, ...others: Wallet[]): Sent {
    if (!this.keepsSlot) this.nextSlot()
    const signers = [payer, ...others]
    const blockhash = new Uint8Array(32)
    new DataView(blockhash.buffer).setUint32(0, ++this.nonce)
    const wire = encodeTransaction({
      feePayer: payer.address,
      recentBlockhash: addressOf(blockhash),
      instructions,
    })
    const signatureCount = wire[0] ?? 0
    const message = wire.subarray(1 + 64 * signatureCount)
    const signatures: Record<string, SignatureBytes | null> = {}
    for (let i = 0; i < signatureCount; i++) {
      const address = addressOf(message.subarray(5 + i * 32, 37 + i * 32))
      const signer = signers.find((one) => one.address === address)
      const bytes =
        signer && this.signed ? new Uint8Array(sign(null, message, signer.key)) : new Uint8Array(64)
      // Unverified, the signature only has to be another one each time.
      if (!this.signed) new DataView(bytes.buffer).setUint32(0, this.nonce)
      signatures[address] = bytes as SignatureBytes
    }
    const result = this.svm.sendTransaction({ messageBytes: message, signatures } as unknown as Transaction)
    const failed = result instanceof FailedTransactionMetadata
    const meta = failed ? result.meta() : result
    const logs = meta.logs()
    const inner = innerOf(meta, message)
    return {
      failure: failed ? failureOf(result, logs, this.program) : undefined,
      events: failed ? [] : decodeEvents(inner, this.program),
      configEvents: failed ? [] : decodeConfigEvents(inner, this.program),
      logs,
      inner,
      trace: instructions.length + inner.length,
      bytes: wire.length,
      computeUnits: Number(meta.computeUnitsConsumed()),
      ownComputeUnits: unitsOf(this.program, logs),
    }
  }

  async initializeConfig(
    upgradeAuthority: Wallet,
    { admin = this.authority.address, ...values }: Partial<ConfigValues & { admin: Address }> = {},
  ): Promise<Instruction> {
    return initializeConfigInstruction(this.program, {
      upgradeAuthority: upgradeAuthority.address,
      config: this.config,
      programData: await deriveProgramDataAddress(this.program),
      admin,
      values: { ...TERMS, treasury: this.treasury, pauseKey: this.authority.address, ...values },
    })
  }

  /** `paid`: the treasury until now, or another account in its place. */
  updateConfig(admin: Wallet, values: Partial<ConfigValues>, paid?: Address): Instruction {
    const { treasury, pauseKey } = this.configuration()
    return updateConfigInstruction(this.program, {
      admin: admin.address,
      config: this.config,
      treasury: paid ?? treasury,
      values: { ...TERMS, treasury, pauseKey, ...values },
    })
  }

  offerAdmin(admin: Wallet, pendingAdmin: Address | undefined): Instruction {
    return offerAdminInstruction(this.program, { admin: admin.address, config: this.config, pendingAdmin })
  }

  acceptAdmin(pendingAdmin: Wallet): Instruction {
    return acceptAdminInstruction(this.program, { pendingAdmin: pendingAdmin.address, config: this.config })
  }

  pause(pauseKey: Wallet): Instruction {
    return pauseInstruction(this.program, { pauseKey: pauseKey.address, config: this.config })
  }

  unpause(who: Wallet): Instruction {
    return unpauseInstruction(this.program, { who: who.address, config: this.config })
  }

  /** Pauses launches and buys until then, 0 for never, as no transaction could. */
  setPausedUntil(unixSeconds: bigint): void {
    const data = this.data(this.config).slice()
    new DataView(data.buffer).setBigInt64(160, unixSeconds, true)
    this.setAccount(this.config, this.program, data, this.lamportsOf(this.config))
  }

  /** A coin that is not launched yet. */
  async coin(creator: Wallet, input: LaunchInput = {}, index = coinCount++): Promise<Coin> {
    const all = { ...TEXTS, ...STANDARD_CHOICES, ...input }
    const seed = input.seed ?? (await findSeed(creator.address, index))
    const mintBase = await deriveMintBaseAddress(this.program, creator.address)
    const addresses = await deriveMarketAddresses(this.program, await deriveMintAddress(mintBase, seed))
    const { name, symbol, collectionName, uri, openingReserveLamports, guardBps, guardSeconds } = all
    const texts = { seed, name, symbol, collectionName, uri }
    return {
      creator,
      mintBase,
      texts,
      choices: { openingReserveLamports, guardBps, guardSeconds },
      addresses,
    }
  }

  /** With the terms that the Config has now. */
  launch(coin: Coin): Instruction {
    return launchInstruction(this.program, {
      creator: coin.creator.address,
      mintBase: coin.mintBase,
      addresses: coin.addresses,
      texts: coin.texts,
      choices: coin.choices,
      terms: this.configuration(),
    })
  }

  async launched(creator: Wallet, input: LaunchInput = {}, index?: number): Promise<Coin> {
    const coin = await this.coin(creator, input, index)
    this.must(this.launch(coin), creator)
    return coin
  }

  async coinAccount(user: Wallet, coin: Coin): Promise<Address> {
    return deriveAssociatedAddress(user.address, coin.addresses.mint)
  }

  createCoinAccount(user: Wallet, coin: Coin): Promise<Instruction> {
    return createCoinAccountInstruction({
      payer: user.address,
      wallet: user.address,
      mint: coin.addresses.mint,
    })
  }

  async buy(user: Wallet, coin: Coin, lamportsIn: bigint, least = 0n): Promise<Instruction> {
    return buyInstruction(this.program, {
      user: user.address,
      userCoins: await this.coinAccount(user, coin),
      addresses: coin.addresses,
      lamportsIn: lamports(lamportsIn),
      baseUnitsOutMin: baseUnits(least),
    })
  }

  async buyExactOut(user: Wallet, coin: Coin, baseUnitsOut: bigint, most: bigint): Promise<Instruction> {
    return buyExactOutInstruction(this.program, {
      user: user.address,
      userCoins: await this.coinAccount(user, coin),
      addresses: coin.addresses,
      baseUnitsOut: baseUnits(baseUnitsOut),
      lamportsInMax: lamports(most),
    })
  }

  async nft(user: Wallet, coin: Coin, edition: number): Promise<NftAddresses> {
    return deriveNftAddresses(this.program, {
      mintAddress: coin.addresses.mint,
      walletAddress: user.address,
      edition,
    })
  }

  async capture(user: Wallet, coin: Coin, index: number, source: NftSource = 'mint'): Promise<Instruction> {
    return captureInstruction(this.program, {
      user: user.address,
      userCoins: await this.coinAccount(user, coin),
      addresses: coin.addresses,
      nft: await this.nft(user, coin, index),
      source,
    })
  }

  async release(user: Wallet, coin: Coin, index: number): Promise<Instruction> {
    return releaseInstruction(this.program, {
      user: user.address,
      userCoins: await this.coinAccount(user, coin),
      addresses: coin.addresses,
      nft: await this.nft(user, coin, index),
    })
  }

  async sell(user: Wallet, coin: Coin, baseUnitsIn: bigint, least = 0n): Promise<Instruction> {
    return sellInstruction(this.program, {
      user: user.address,
      userCoins: await this.coinAccount(user, coin),
      addresses: coin.addresses,
      baseUnitsIn: baseUnits(baseUnitsIn),
      lamportsOutMin: lamports(least),
    })
  }

  boost(payer: Wallet, coin: Coin): Instruction {
    return boostInstruction(this.program, { payer: payer.address, addresses: coin.addresses })
  }

  claimCreatorFees(creator: Wallet, coin: Coin): Instruction {
    return claimCreatorFeesInstruction(this.program, { creator: creator.address, addresses: coin.addresses })
  }

  migrate(payer: Wallet, account: Address): Instruction {
    return migrateInstruction(this.program, { payer: payer.address, account })
  }

  collect(coin: Coin): Instruction {
    return collectInstruction(this.program, { addresses: coin.addresses })
  }

  claimTreasuryFees(treasury = this.treasury): Instruction {
    return claimTreasuryFeesInstruction(this.program, { config: this.config, treasury })
  }

  market(coin: Coin): Market {
    return decodeMarket(this.data(coin.addresses.market), this.kinds)
  }

  configuration(): Config {
    return decodeConfig(this.data(this.config), this.kinds)
  }

  data(address: Address): Uint8Array {
    const account = this.svm.getAccount(address)
    if (!account.exists) throw new Error(`there is nothing at ${address}`)
    return account.data
  }

  lamportsOf(address: Address): bigint {
    return this.svm.getBalance(address) ?? 0n
  }

  /** What the coin account at the address holds; 0 when there is none. */
  baseUnitsOf(address: Address): bigint {
    const account = this.svm.getAccount(address)
    return account.exists && account.data.length >= 165 ? decodeCoinAccount(account.data).baseUnits : 0n
  }

  rent(bytes: number): bigint {
    return this.svm.minimumBalanceForRentExemption(BigInt(bytes))
  }

  /** Lamports, owner and data of each address, to be compared before and after. */
  snapshot(addresses: readonly Address[]): string[] {
    return addresses.map((address) => {
      const account = this.svm.getAccount(address)
      if (!account.exists) return `${address} empty`
      const data = Buffer.from(account.data).toString('base64')
      return `${address} ${account.lamports} ${account.programAddress} ${data}`
    })
  }
}

/** A new account as the version before left it, of the program after this one: its bytes, and no more than their rent. */
function makeBefore(chain: Chain, address: Address, { bytes, before }: AccountKind<unknown>): void {
  if (before === undefined) throw new Error('there is no version before')
  const data = chain.data(address).slice(0, before.bytes)
  data[1] = before.version
  const rent = chain.lamportsOf(address) - chain.rent(bytes) + chain.rent(before.bytes)
  chain.setAccount(address, chain.program, data, rent)
}
export const makeMarketBefore = (chain: Chain, { addresses }: Coin): void =>
  makeBefore(chain, addresses.market, chain.kinds.market)
export const makeConfigBefore = (chain: Chain): void => makeBefore(chain, chain.config, chain.kinds.config)

/** Says that an account is of another version than the program's. */
export function setVersion(chain: Chain, address: Address, version: number): void {
  const data = chain.data(address).slice()
  data[1] = version
  chain.setAccount(address, chain.program, data, chain.lamportsOf(address))
}

/** What programs called, in order, over all instructions of the transaction. */
function innerOf(meta: TransactionMetadata, message: Uint8Array): InnerInstruction[] {
  const address = (index: number) => addressOf(message.subarray(5 + index * 32, 37 + index * 32))
  return meta.innerInstructions().flatMap((calls) =>
    calls.map((call) => {
      const instruction = call.instruction()
      return { programAddress: address(instruction.programIdIndex()), data: instruction.data() }
    }),
  )
}

/** Compute units of each top-level instruction of the program, its calls of itself included. */
function unitsOf(program: Address, logs: readonly string[]): number[] {
  let depth = 0
  return logs.flatMap((line) => {
    const invoked = new RegExp(`^Program ${program} invoke \\[(\\d+)\\]$`).exec(line)
    if (invoked) depth = Number(invoked[1])
    const consumed = new RegExp(`^Program ${program} consumed (\\d+)`).exec(line)
    return consumed && --depth === 0 ? [Number(consumed[1])] : []
  })
}

function failureOf(result: FailedTransactionMetadata, logs: readonly string[], program: Address): string {
  // The last program to fail is the outermost: ours, when a program that it called failed.
  const line = logs.findLast((one) => /^Program \S+ failed: /.test(one))
  const custom = line && /custom program error: 0x([0-9a-f]+)$/.exec(line)
  const name = custom?.[1] === undefined ? undefined : programErrorName(Number.parseInt(custom[1], 16))
  if (line?.startsWith(`Program ${program} failed`) && name !== undefined) return name
  return (
    line?.replace(/^Program (\S+) failed: /, (_, failed: string) =>
      failed === program ? '' : `${failed}: `,
    ) ?? result.toString().slice(0, 200)
  )
}
