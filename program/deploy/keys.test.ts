// Who holds the keys after a deployment: what mainnet refuses, handing on, and making final, run by run.
import type { Address } from '@solana/kit'
import { loaderAuthority } from '@twinmint/sdk/internal/program/loader'
import { decodeConfig } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress, deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { SQUADS_V4_PROGRAM } from '@twinmint/sdk/program/key-holder'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { elf, TERMS, wallet } from '../test/harness.ts'
import { act } from './acts.ts'
import type { Act } from './arguments.ts'
import { type DeployOptions, deployToCluster, finalConfirmer } from './deploy.ts'
import { openDeployChain } from './harness.ts'

const SOL = 1_000_000_000n
/** Transactions until the program is there, when nothing breaks off. */
const WHOLE = Math.ceil(elf.length / 960) + 2
let on: Awaited<ReturnType<typeof openDeployChain>>
beforeAll(async () => {
  on = await openDeployChain()
  for (const number of [21, 23, 26]) await on.command(number, SOL)
})
afterAll(() => on.close())

const [admin, treasury, next, pauseKey] = [21, 22, 23, 25].map((number) => wallet(number).address) as [
  Address,
  Address,
  Address,
  Address,
]
const asksNothing = () => Promise.reject(new Error('asked for nothing'))

const keysOf = async (program: Address) => {
  const config = decodeConfig(await on.load(await deriveConfigAddress(program)))
  const upgradeAuthority = loaderAuthority(await on.load(await deriveProgramDataAddress(program)))
  const { admin, treasury, pauseKey, pendingAdmin } = config
  return { admin, treasury, pauseKey, pendingAdmin, upgradeAuthority }
}

/** Runs until so many transactions are through, and breaks off. */
const brokenOff = async (options: DeployOptions, after: number) => {
  const progress = (sent: number) => {
    if (sent === after) throw new Error('the line is cut')
  }
  await expect(deployToCluster({ ...options, progress })).rejects.toThrow('the line is cut')
}

test('mainnet: the payer keeps no key, and a run that breaks off at any key goes on', async () => {
  const { payer, lines, balance, ...made } = await on.command(11, 5n * SOL)
  const rpc = on.answering((method) =>
    method === 'getGenesisHash' ? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' : undefined,
  )
  const options = { ...made.options, rpc }
  const refusal = async (keyOptions: Partial<DeployOptions['keyOptions']>): Promise<string> => {
    const all = { ...options, confirm: asksNothing, keyOptions: { ...options.keyOptions, ...keyOptions } }
    const error: unknown = await deployToCluster(all).catch((thrown: unknown) => thrown)
    return error instanceof Error ? error.message : 'it was not refused'
  }
  expect(await refusal({})).toMatch(
    /This is mainnet.*\n {2}The upgrade authority would be the payer.*--final\.\n {2}The admin .*--admin\.\n {2}The treasury .*--treasury\.\n {2}The pause key .*--pause-key, or nobody\.$/,
  )
  const others = { admin, treasury, pauseKey, upgradeAuthority: next }
  for (const [name, word] of [
    ['admin', 'The admin'],
    ['treasury', 'The treasury'],
    ['pauseKey', 'The pause key'],
    ['upgradeAuthority', 'The upgrade authority'],
  ] as const)
    for (const key of [undefined, payer.address])
      expect(await refusal({ ...others, [name]: key })).toMatch(new RegExp(`\\n {2}${word} would be[^\\n]*$`))
  expect(balance()).toBe(5n * SOL)

  // Deployed, and not a key given; then with its Config, and not handed on.
  const right = { ...options, keyOptions: others }
  await brokenOff(right, WHOLE)
  await brokenOff(right, 1)
  lines.length = 0
  const program = (await deployToCluster(right))!
  expect(await keysOf(program)).toEqual({ ...others, pendingAdmin: undefined })
  expect(lines).toEqual([
    `Program ${program} is deployed and up to date.`,
    `  upgrades  ${next}, a plain wallet, with one key, from now on`,
    `  admin     ${admin}, a plain wallet, with one key`,
    `  treasury  ${treasury}, a plain wallet, with one key`,
    `  pauses    ${pauseKey}, a plain wallet, with one key`,
    `Config: admin ${admin}, treasury ${treasury}, pause key ${pauseKey}.`,
    `Upgrades: ${next}.`,
  ])

  // All is done: nothing is asked, nothing sent, with the same words or with none.
  const before = balance()
  for (const keyOptions of [others, options.keyOptions])
    expect(await deployToCluster({ ...right, keyOptions, confirm: asksNothing })).toBe(program)
  expect(balance()).toBe(before)

  // And the payer has nothing left to do with it.
  const other = elf.slice()
  other[64 + 2 * 56] = 1
  await expect(deployToCluster({ ...right, elf: other })).rejects.toThrow(
    `Only ${next} may upgrade ${program}`,
  )
  const back = { ...others, upgradeAuthority: wallet(24).address }
  await expect(deployToCluster({ ...right, keyOptions: back })).rejects.toThrow(
    `Only ${next} may hand ${program} on`,
  )
  const taken = { ...others, treasury: wallet(24).address }
  await expect(deployToCluster({ ...right, keyOptions: taken })).rejects.toThrow(
    `The Config's admin is ${admin}, its treasury ${treasury}, its pause key ${pauseKey}: only the admin may change them`,
  )
  expect(balance()).toBe(before)
})

test('elsewhere the payer may keep them, change them later, and make the program final once it is typed', async () => {
  const { payer, lines, options, balance } = await on.command(12, 5n * SOL)
  const program = (await deployToCluster(options))!
  const own = {
    admin: payer.address,
    treasury: payer.address,
    pauseKey: payer.address as Address | undefined,
    pendingAdmin: undefined as Address | undefined,
    upgradeAuthority: payer.address as Address | undefined,
  }
  expect(await keysOf(program)).toEqual(own)
  expect(lines.join('\n')).toContain('One key holds all of this: whoever copies it can replace the program.')

  // Terms stay as they are.
  await deployToCluster({ ...options, keyOptions: { ...options.keyOptions, treasury, pauseKey: 'nobody' } })
  expect(await keysOf(program)).toEqual({ ...own, treasury, pauseKey: undefined })
  const config = decodeConfig(await on.load(await deriveConfigAddress(program)))
  expect(config).toMatchObject({ ...TERMS, admin: payer.address, treasury, sequence: 2n })

  const before = balance()
  const final = { ...options, keyOptions: { admin, treasury, pauseKey, upgradeAuthority: 'nobody' as const } }
  const typed = (text: string) => finalConfirmer(undefined, async () => text)
  for (const text of ['', 'yes', 'final', next])
    expect(await deployToCluster({ ...final, confirmFinal: typed(text) })).toBeUndefined()
  await expect(
    deployToCluster({ ...final, confirmFinal: finalConfirmer(next, asksNothing) }),
  ).rejects.toThrow(`--confirm-final names ${next}, and the program is ${program}.`)
  expect(balance()).toBe(before)
  expect(await keysOf(program)).toEqual({ ...own, treasury, pauseKey: undefined })

  // The pause key is changed, and it breaks off before the admin's right is offered; then before the last transaction.
  await brokenOff({ ...final, confirmFinal: typed(program) }, 1)
  expect(await keysOf(program)).toEqual({ ...own, treasury, pauseKey })
  await brokenOff({ ...final, confirmFinal: typed(program) }, 1)
  expect(await keysOf(program)).toEqual({ ...own, treasury, pauseKey, pendingAdmin: admin })
  expect(await deployToCluster({ ...final, confirmFinal: finalConfirmer(program, asksNothing) })).toBe(
    program,
  )
  const finished = { ...own, treasury, pauseKey, pendingAdmin: admin, upgradeAuthority: undefined }
  expect(await keysOf(program)).toEqual(finished)
  expect(lines.at(-1)).toBe(`Upgrades: nobody, for ever. ${program} is final.`)
  expect(await deployToCluster({ ...final, confirm: asksNothing })).toBe(program)
  const again = { ...options, keyOptions: { ...options.keyOptions, upgradeAuthority: next } }
  await expect(deployToCluster(again)).rejects.toThrow(`Nobody may upgrade ${program} any more.`)
})

test('the admin’s right is offered and taken, and the other keys are used', async () => {
  const { payer, options } = await on.command(15, 5n * SOL)
  const program = (await deployToCluster(options))!
  const { options: others } = await on.command(26, SOL)
  const theirs = { ...others, programFile: options.programFile }
  const to = wallet(26).address
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const does = (wanted: Act, by = options) => act(wanted, { ...by, say })
  const configOf = async () => decodeConfig(await on.load(await deriveConfigAddress(program)))

  await expect(does('accept-admin')).rejects.toThrow(
    `The admin’s right is offered to nobody, and the payer is ${payer.address}.`,
  )
  await deployToCluster({ ...options, keyOptions: { ...options.keyOptions, admin: to } })
  await does('withdraw-admin')
  expect(await configOf()).toMatchObject({ admin: payer.address, pendingAdmin: undefined })
  // On mainnet an admin who leaves is no reason to refuse, and one who stays is.
  const mainnet = on.answering((method) =>
    method === 'getGenesisHash' ? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' : undefined,
  )
  const away = { treasury, pauseKey, upgradeAuthority: next }
  const staying = { ...options, rpc: mainnet, keyOptions: { ...away, admin: undefined } }
  await expect(deployToCluster(staying)).rejects.toThrow('The admin would be the payer')
  expect(await deployToCluster({ ...staying, keyOptions: { ...away, admin: to } })).toBe(program)
  expect(await configOf()).toMatchObject({ admin: payer.address, pendingAdmin: to, pauseKey })

  await does('accept-admin', theirs)
  expect(await configOf()).toMatchObject({ admin: to, pendingAdmin: undefined })
  await expect(does('pause')).rejects.toThrow(`The pause key is ${pauseKey}, and the payer is`)
  const keyOptions = { ...options.keyOptions, pauseKey: to }
  await deployToCluster({ ...theirs, keyOptions })
  await does('pause', theirs)
  expect((await configOf()).pausedUntilSeconds).toBeGreaterThan(
    BigInt(Math.floor(Date.now() / 1_000)) + 259_000n,
  )
  await expect(does('unpause')).rejects.toThrow(`Pause key and admin are ${to} and ${to}`)
  await does('unpause', theirs)
  expect((await configOf()).pausedUntilSeconds).toBeLessThanOrEqual(BigInt(Math.ceil(Date.now() / 1_000)))
  await expect(does('pay-treasury')).rejects.toThrow('Transaction simulation failed')
  expect(lines).toEqual([
    `The admin's right is offered to nobody.`,
    `The admin is ${to}.`,
    expect.stringMatching(/^Launches and buys are paused until 20.*Z\.$/),
    expect.stringMatching(/^The pause ended at 20.*Z\.$/),
  ])
})

test('what is asked for again within one blockhash is another transaction, and a node that is behind is asked again', async () => {
  const { options } = await on.command(16, 5n * SOL)
  const { rpc } = options
  const program = (await deployToCluster(options))!
  const to = wallet(26).address
  const old = await rpc
    .getAccountInfo(await deriveConfigAddress(program), { encoding: 'base64', commitment: 'confirmed' })
    .send()
  const held = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  let [blockhashes, olds] = [0, 0]
  // The same one to the offer, its withdrawal and the offer again.
  const slow = on.answering((method) =>
    method === 'getLatestBlockhash' && blockhashes++ < 3 ? held : undefined,
  )
  const offering = { ...options, rpc: slow, keyOptions: { ...options.keyOptions, admin: to } }
  await deployToCluster(offering)
  await act('withdraw-admin', offering)
  expect((await keysOf(program)).pendingAdmin).toBeUndefined()
  await deployToCluster(offering)
  expect((await keysOf(program)).pendingAdmin).toBe(to)
  expect(blockhashes).toBeGreaterThan(3)

  await act('withdraw-admin', options)
  const config = await deriveConfigAddress(program)
  let isOffered = false
  const behind = on.answering((method, [address]) => {
    if (method === 'sendTransaction') isOffered = true
    return isOffered && method === 'getAccountInfo' && address === config && olds++ < 3 ? old : undefined
  })
  await deployToCluster({ ...offering, rpc: behind })
  expect(olds).toBeGreaterThan(3)
})

test('an address where nothing lives, as a mistyped one, gets no key that can’t be taken back', async () => {
  const { options, balance } = await on.command(14, SOL)
  const mistyped = wallet(27).address
  for (const [option, name] of [
    ['--admin', 'admin'],
    ['--upgrade-authority', 'upgradeAuthority'],
  ] as const) {
    const keyOptions = { ...options.keyOptions, [name]: mistyped }
    await expect(deployToCluster({ ...options, keyOptions })).rejects.toThrow(
      `Nothing is at ${option} ${mistyped} on this cluster.`,
    )
  }
  expect(balance()).toBe(SOL)
})

describe('an address that signs nothing is refused, since handing on can’t be undone', () => {
  const cases: readonly (readonly [owner: string, what: string])[] = [
    [SQUADS_V4_PROGRAM, 'the settings of a Squads multisig, which sign nothing: name its vault'],
    [TOKEN_2022_PROGRAM, 'a token’s account'],
    ['BPFLoaderUpgradeab1e11111111111111111111111', 'a program’s own account'],
    ['NativeLoader1111111111111111111111111111111', 'a program'],
  ]
  test.each(cases)('of %s', async (owner, what) => {
    const { options, balance } = await on.command(13, SOL)
    const rpc = on.answering((method, [address]) =>
      method === 'getAccountInfo' && address === next
        ? {
            context: { slot: 1n },
            value: { data: ['', 'base64'], executable: false, lamports: 1n, owner, rentEpoch: 0n, space: 0n },
          }
        : undefined,
    )
    const before = balance()
    for (const [option, name] of [
      ['--admin', 'admin'],
      ['--treasury', 'treasury'],
      ['--pause-key', 'pauseKey'],
      ['--upgrade-authority', 'upgradeAuthority'],
    ] as const) {
      const keyOptions = { ...options.keyOptions, [name]: next }
      await expect(deployToCluster({ ...options, rpc, keyOptions })).rejects.toThrow(
        `${option} ${next} is ${what}`,
      )
    }
    expect(balance()).toBe(before)
  })
})
