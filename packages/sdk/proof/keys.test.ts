// Who holds the program's keys, over a real program's accounts.
import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { Chain as Vm, wallet } from '../../../program/test/harness.ts'
import { addressBytes } from '../core/address.ts'
import { deriveConfigAddress, deriveProgramDataAddress } from '../program/addresses.ts'
import { holderOf, holderText, SQUADS_V4_PROGRAM } from '../program/key-holder.ts'
import { SYSTEM_PROGRAM } from '../program/programs.ts'
import type { ReadAccount } from './answers.ts'
import { type LoadHeads, readKeys, sharedKeyText } from './keys.ts'

let vm: Vm
let vault: Address
const others = new Map<string, ReadAccount>()
beforeAll(async () => {
  vm = await Vm.open()
  // Any program address will do: no key is behind one.
  vault = await deriveConfigAddress(wallet(7).address)
})

const asked: number[] = []
const load: LoadHeads = async (addresses, bytes) => {
  asked.push(addresses.length)
  return addresses.map((address) => {
    const other = others.get(address)
    if (other !== undefined) return { ...other, data: other.data.slice(0, bytes) }
    const account = vm.svm.getAccount(address)
    if (!account.exists || account.lamports === 0n) return undefined
    return {
      lamports: account.lamports,
      owner: account.programAddress,
      isExecutable: account.executable,
      data: new Uint8Array(account.data.slice(0, bytes)),
    }
  })
}

/** The account at an address as the chain has it, with some bytes changed. */
async function alter(
  address: Address,
  ...changes: readonly (readonly [offset: number, bytes: Uint8Array])[]
) {
  const [account] = await load([address], 1_000)
  if (account === undefined) throw new Error('nothing lives there')
  const data = Uint8Array.from(account.data)
  for (const [offset, bytes] of changes) data.set(bytes, offset)
  others.set(address, { ...account, data })
}

test('reads the four, in two calls, and what each is', async () => {
  const { admin, treasury, upgradeAuthority, pauseKey, ...others } = await readKeys(load, vm.program)
  expect(asked.splice(0)).toHaveLength(2)
  expect(upgradeAuthority).toEqual({ address: vm.authority.address, kind: 'wallet', program: null })
  expect([admin.kind, treasury.kind, pauseKey?.kind]).toEqual(['wallet', 'wallet', 'wallet'])
  expect(others).toEqual({ offeredTo: null, pausedUntil: null, nextPauseFrom: null })
})

test('says to whom the admin’s right is offered, and when a pause ends and another could begin', async () => {
  const to = wallet(6).address
  const config = await deriveConfigAddress(vm.program)
  const until = new Uint8Array(new BigInt64Array([1_800_000_000n]).buffer)
  await alter(config, [96, addressBytes(to)], [128, new Uint8Array(32)], [160, until])
  expect(await readKeys(load, vm.program)).toMatchObject({
    offeredTo: { address: to, kind: 'wallet', program: null },
    pauseKey: null,
    pausedUntil: '2027-01-15T08:00:00.000Z',
    nextPauseFrom: '2027-01-18T08:00:00.000Z',
  })
  // Later than any date, which the program does not write.
  await alter(config, [160, new Uint8Array(new BigInt64Array([(1n << 63n) - 1n]).buffer)])
  expect((await readKeys(load, vm.program)).pausedUntil).toMatch(/^\+275760/)
  others.clear()
})

test('tells a plain wallet from an address without a key, and from a program’s account', async () => {
  const multisig = wallet(8).address
  const account = { lamports: 1n, isExecutable: false, data: new Uint8Array(99) }
  others.set(multisig, { ...account, owner: SQUADS_V4_PROGRAM })
  others.set(vault, { ...account, owner: SYSTEM_PROGRAM, data: new Uint8Array() })
  // Config: admin at 8, treasury at 40. Program data: whether at 12, who at 13.
  await alter(await deriveConfigAddress(vm.program), [8, addressBytes(vault)], [40, addressBytes(multisig)])
  await alter(await deriveProgramDataAddress(vm.program), [13, addressBytes(vault)])
  const held = { address: vault, kind: 'programAddress', program: null } as const
  expect(await readKeys(load, vm.program)).toMatchObject({
    upgradeAuthority: held,
    admin: held,
    treasury: { address: multisig, kind: 'programAccount', program: SQUADS_V4_PROGRAM },
  })
  // Without an account there the curve says the same.
  others.delete(vault)
  expect((await readKeys(load, vm.program)).admin).toEqual(held)
  await alter(await deriveProgramDataAddress(vm.program), [12, Uint8Array.of(0)])
  expect((await readKeys(load, vm.program)).upgradeAuthority).toBeNull()
})

test('says so where there is no such program', async () => {
  await expect(readKeys(load, wallet(9).address)).rejects.toThrow(
    'There is no program at the program’s address.',
  )
})

describe('in words', () => {
  const [a, b, c] = [wallet(1).address, wallet(2).address, wallet(3).address]
  test('what a holder is', () => {
    const text = (owner: string | undefined) =>
      holderText(holderOf(a, owner === undefined ? undefined : { owner }))
    expect([undefined, SYSTEM_PROGRAM, SQUADS_V4_PROGRAM, b].map(text)).toEqual([
      'a plain wallet, with one key',
      'a plain wallet, with one key',
      'an account of Squads v4, a multisig',
      'a program’s account',
    ])
    expect(holderText(holderOf(vault, undefined))).toBe(
      'an address without a key, for which only a program signs',
    )
  })

  test.each([
    [a, a, a, a, 'Upgrade authority, admin, treasury and pause key are the same address.'],
    [a, a, a, b, 'Upgrade authority, admin and treasury are the same address.'],
    [a, a, b, c, 'Upgrade authority and admin are the same address.'],
    [a, b, a, undefined, 'Upgrade authority and treasury are the same address.'],
    [a, b, b, undefined, 'Admin and treasury are the same address.'],
    [a, b, c, b, 'Admin and pause key are the same address.'],
    [undefined, b, b, undefined, 'Admin and treasury are the same address.'],
    [a, b, c, undefined, undefined],
    // Nobody is not somebody twice.
    [undefined, b, c, undefined, undefined],
  ])('which of them are one: %s %s %s %s', (upgradeAuthority, admin, treasury, pauseKey, said) => {
    expect(sharedKeyText({ upgradeAuthority, admin, treasury, pauseKey })).toBe(said)
  })
})
