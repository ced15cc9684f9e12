// Who holds the keys after `npm run program:deploy`: decided before anything is spent, settled after the program is there.
import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'
import {
  loaderAuthority,
  PROGRAM_DATA_HEADER_BYTES,
  type Send,
  setLoaderAuthority,
} from '@twinmint/sdk/internal/program/loader'
import { type AccountKinds, type Config, decodeConfig, isPausedAt } from '@twinmint/sdk/program/accounts'
import {
  initializeConfigInstruction,
  offerAdminInstruction,
  updateConfigInstruction,
} from '@twinmint/sdk/program/config-instructions'
import { type HolderKind, holderOf, holderText, SQUADS_V4_PROGRAM } from '@twinmint/sdk/program/key-holder'
import { TOKEN_2022_PROGRAM, UPGRADEABLE_LOADER_PROGRAM } from '@twinmint/sdk/program/programs'
import { STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { loadAccount } from './send.ts'

/** What the command was told; the payer, or what stands on the chain already, where it is undefined. */
export interface KeyOptions {
  readonly admin: Address | undefined
  readonly treasury: Address | undefined
  /** `nobody`: launches and buys can't be paused. */
  readonly pauseKey: Address | 'nobody' | undefined
  /** `nobody` makes the program final. */
  readonly upgradeAuthority: Address | 'nobody' | undefined
}

/** Who holds what when the run has ended, and what of it has to be sent. */
export interface DecidedKeys {
  readonly admin: Address
  /** To whom the run offers the admin's right: they have to accept it. */
  readonly offeredTo: Address | undefined
  readonly treasury: Address
  readonly pauseKey: Address | 'nobody'
  readonly upgradeAuthority: Address | 'nobody'
  readonly config: 'write' | 'change' | 'keep'
  readonly handsOn: boolean
}

interface Place {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly payer: Address
  readonly program: Address
  readonly programData: Address
  readonly configAddress: Address
  readonly kinds?: AccountKinds | undefined
}

/** Solana's mainnet, by the hash of its first block. */
const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** Throws, with everything that is wrong, where these keys can't be or should not be given. Sends nothing. */
export async function decideKeys(
  on: Place & { readonly deployed: Uint8Array | undefined; readonly keyOptions: KeyOptions },
): Promise<DecidedKeys> {
  const { rpc, payer, program, keyOptions } = on
  const written = await loadAccount(rpc, on.configAddress)
  const config = written && decodeConfig(written, on.kinds)
  const current = on.deployed ? (loaderAuthority(on.deployed) ?? 'nobody') : payer
  const adminOption = keyOptions.admin ?? config?.admin ?? payer
  const admin = config?.admin ?? adminOption
  const treasury = keyOptions.treasury ?? config?.treasury ?? payer
  const currentPauseKey = config && (config.pauseKey ?? 'nobody')
  const pauseKey = keyOptions.pauseKey ?? currentPauseKey ?? payer
  const upgradeAuthority = keyOptions.upgradeAuthority ?? current
  const isChanged = config !== undefined && (treasury !== config.treasury || pauseKey !== currentPauseKey)
  const isOffered = adminOption === admin || adminOption === config?.pendingAdmin
  const keys: DecidedKeys = {
    admin,
    offeredTo: isOffered ? undefined : adminOption,
    treasury,
    pauseKey,
    upgradeAuthority,
    config: config === undefined ? 'write' : isChanged ? 'change' : 'keep',
    handsOn: upgradeAuthority !== current,
  }
  requirePower(keys, { payer, program, current, config })
  await requireUsable(rpc, keys, keyOptions, program)
  const isAdminLeaving = keys.offeredTo !== undefined || config?.pendingAdmin !== undefined
  if ((await rpc.getGenesisHash().send()) === MAINNET_GENESIS)
    requireNotPayer({ ...keys, admin: isAdminLeaving ? undefined : admin }, payer)
  return keys
}

/** What has to be signed for, the payer must be able to sign for. */
function requirePower(
  keys: DecidedKeys,
  on: {
    readonly payer: Address
    readonly program: Address
    readonly current: Address | 'nobody'
    readonly config: Config | undefined
  },
): void {
  const { payer, program, current, config } = on
  if (keys.handsOn && current === 'nobody') throw new Error(`Nobody may upgrade ${program} any more.`)
  if (current !== payer) {
    const holder = current === 'nobody' ? 'nobody' : `only ${current}`
    if (keys.handsOn) throw new Error(`Only ${current} may hand ${program} on, and the payer is ${payer}.`)
    if (keys.config === 'write')
      throw new Error(`${program} has no Config, and ${holder} may write it; the payer is ${payer}.`)
  }
  if ((keys.config === 'change' || keys.offeredTo !== undefined) && config?.admin !== payer)
    throw new Error(
      `The Config's admin is ${config?.admin}, its treasury ${config?.treasury}, its pause key ${config?.pauseKey ?? 'nobody’s'}: only the admin may change them, and the payer is ${payer}.`,
    )
}

/** Owners of accounts that nobody signs for, whoever holds a key: what is handed to those is lost. */
const SIGNS_NOTHING: Readonly<Record<string, string>> = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'a token’s account, not a wallet',
  [TOKEN_2022_PROGRAM]: 'a token’s account, not a wallet',
  [UPGRADEABLE_LOADER_PROGRAM]: 'a program’s own account',
  NativeLoader1111111111111111111111111111111: 'a program',
  Sysvar1111111111111111111111111111111111111: 'an account of the network',
  // A vault's address has no account of that owner: it is a wallet's in all but its key.
  [SQUADS_V4_PROGRAM]: 'the settings of a Squads multisig, which sign nothing: name its vault',
}

/**
 * Authorities are handed on without the other side's signature, so a wrong address would be for ever: something must live at
 * it, which a mistyped one has not, and it must be able to sign.
 */
async function requireUsable(
  rpc: Rpc<SolanaRpcApi>,
  keys: DecidedKeys,
  keyOptions: KeyOptions,
  program: Address,
): Promise<void> {
  const named = [
    ['--admin', keys.config === 'write' ? keyOptions.admin : keys.offeredTo],
    ['--treasury', keys.config === 'keep' ? undefined : keyOptions.treasury],
    ['--pause-key', keys.config === 'keep' ? undefined : keyOptions.pauseKey],
    ['--upgrade-authority', keys.handsOn ? keys.upgradeAuthority : undefined],
  ] as const
  for (const [option, address] of named) {
    if (address === undefined || address === 'nobody') continue
    const account = await loadOwner(rpc, address)
    const what = address === program ? 'the program itself' : account && SIGNS_NOTHING[account.owner]
    if (what) throw new Error(`${option} ${address} is ${what}.`)
    // The admin can name another treasury or pause key.
    if (!account && option !== '--treasury' && option !== '--pause-key')
      throw new Error(
        `Nothing is at ${option} ${address} on this cluster. Send it some SOL first, and have it sent back: a mistyped address would be for ever.`,
      )
  }
}

async function loadOwner(rpc: Rpc<SolanaRpcApi>, address: Address) {
  const only = { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 0 } } as const
  return (await rpc.getAccountInfo(address, only).send()).value ?? undefined
}

/** The key that deploys lies in a file of this machine: on mainnet it keeps nothing. */
function requireNotPayer(
  keys: Omit<DecidedKeys, 'admin'> & { readonly admin: Address | undefined },
  payer: Address,
): void {
  const kept = [
    keys.upgradeAuthority === payer &&
      'The upgrade authority would be the payer, whose key could put a program in this one’s place that takes all that markets and escrows hold. Hand it on with --upgrade-authority (a multisig’s vault), or make the program final with --final.',
    keys.admin === payer &&
      'The admin would be the payer, whose key could set the terms of later launches and take all fees of the platform. Name another with --admin.',
    keys.treasury === payer &&
      'The treasury would be the payer, whose key could take all fees of the platform. Name another with --treasury.',
    keys.pauseKey === payer &&
      'The pause key would be the payer’s, whose key could pause launches and buys. Name another with --pause-key, or nobody.',
  ].filter((sentence) => sentence !== false)
  if (kept.length === 0) return
  const why = `This is mainnet, and the payer’s key lies in a file on this machine: whoever copies it has what it may do.`
  throw new Error([why, ...kept.map((sentence) => `  ${sentence}`)].join('\n'))
}

/** Says who will hold what, each with what stands behind the address. */
export async function sayKeys(
  rpc: Rpc<SolanaRpcApi>,
  { upgradeAuthority, admin, offeredTo, treasury, pauseKey, handsOn }: DecidedKeys,
  say: (line: string) => void,
): Promise<void> {
  const kinds = new Map<Address, HolderKind>()
  const textOf = async (address: Address) => {
    const holder = holderOf(address, await loadOwner(rpc, address))
    kinds.set(address, holder.kind)
    return `${address}, ${holderText(holder)}`
  }
  say(
    upgradeAuthority === 'nobody'
      ? `  upgrades  nobody${handsOn ? ', from now on and for ever' : ''}`
      : `  upgrades  ${await textOf(upgradeAuthority)}${handsOn ? ', from now on' : ''}`,
  )
  say(`  admin     ${await textOf(admin)}`)
  if (offeredTo) say(`  offered   the admin's right to ${await textOf(offeredTo)}, who has to accept it`)
  say(`  treasury  ${await textOf(treasury)}`)
  say(`  pauses    ${pauseKey === 'nobody' ? 'nobody' : await textOf(pauseKey)}`)
  const holders = new Set([upgradeAuthority, admin, treasury, ...(pauseKey === 'nobody' ? [] : [pauseKey])])
  if (holders.size === 1 && kinds.get(admin) === 'wallet')
    say('  One key holds all of this: whoever copies it can replace the program.')
}

/** Writes or changes the Config, then hands the upgrade authority on, which can't be taken back: so it comes last. */
export async function settleKeys(
  on: Place & {
    readonly send: Send
    readonly elf: Uint8Array
    readonly keys: DecidedKeys
    readonly say: (line: string) => void
    readonly pollMs: number
  },
): Promise<void> {
  const { rpc, say, send, payer, program, programData, configAddress: config, keys } = on
  if (keys.config === 'write') {
    const values = { ...STANDARD_TERMS, treasury: keys.treasury, pauseKey: pauseKeyOf(keys) }
    const accounts = { upgradeAuthority: payer, config, programData, admin: keys.admin, values }
    await send([initializeConfigInstruction(program, accounts)], [payer])
  } else if (keys.config === 'change') {
    const { treasury, ...before } = await loadConfig(on)
    const values = { ...before, treasury: keys.treasury, pauseKey: pauseKeyOf(keys) }
    await send([updateConfigInstruction(program, { admin: payer, config, treasury, values })], [payer])
  }
  if (keys.offeredTo !== undefined) {
    const offer = { admin: payer, config, pendingAdmin: keys.offeredTo }
    await send([offerAdminInstruction(program, offer)], [payer])
  }
  const written = await loadSettled(on)
  const { admin, treasury, pauseKey, pendingAdmin } = written
  const isPaused = isPausedAt(written, BigInt(Math.floor(Date.now() / 1_000)))
  say(
    `Config: admin ${admin}, treasury ${treasury}, pause key ${pauseKey ?? 'nobody’s'}${isPaused ? ', paused' : ''}.`,
  )
  if (pendingAdmin)
    say(
      `The admin's right is offered to ${pendingAdmin}, who takes it with --act accept-admin --payer <its key>.`,
    )
  if (!keys.handsOn) return
  const next = keys.upgradeAuthority === 'nobody' ? undefined : keys.upgradeAuthority
  const code = (await loadAccount(rpc, programData))?.subarray(PROGRAM_DATA_HEADER_BYTES)
  if (!code || !Buffer.from(code.subarray(0, on.elf.length)).equals(on.elf))
    throw new Error('The cluster does not show the new program yet. Run the command again.')
  await send([setLoaderAuthority({ target: programData, authority: payer, next })], [payer])
  say(next ? `Upgrades: ${next}.` : `Upgrades: nobody, for ever. ${program} is final.`)
}

/** A node behind the one that confirmed shows the Config of before: it is asked again so many times. */
const READS = 25

async function loadSettled(
  on: Place & { readonly keys: DecidedKeys; readonly pollMs: number },
): Promise<Config> {
  const { rpc, configAddress, kinds, keys, pollMs } = on
  for (let read = 0; read < READS; read++) {
    if (read > 0) await new Promise((wake) => setTimeout(wake, pollMs))
    const data = await loadAccount(rpc, configAddress)
    const config = data && decodeConfig(data, kinds)
    if (
      config?.admin === keys.admin &&
      config.treasury === keys.treasury &&
      config.pauseKey === pauseKeyOf(keys) &&
      (keys.offeredTo === undefined || config.pendingAdmin === keys.offeredTo)
    )
      return config
  }
  throw new Error('The cluster does not show the new Config yet. Run the command again.')
}

const pauseKeyOf = ({ pauseKey }: DecidedKeys) => (pauseKey === 'nobody' ? undefined : pauseKey)

export async function loadConfig({
  rpc,
  configAddress,
  kinds,
}: Pick<Place, 'rpc' | 'configAddress' | 'kinds'>): Promise<Config> {
  const written = await loadAccount(rpc, configAddress)
  if (!written) throw new Error('The cluster does not show the Config yet. Run the command again.')
  return decodeConfig(written, kinds)
}
