import { expect, test } from 'vitest'
import { Chain, elf, SOL, wallet } from '../../../program/test/harness.ts'
import { deriveProgramDataAddress } from './addresses.ts'
import {
  closeBuffer,
  type DeployPlan,
  deploymentCost,
  fillBuffer,
  setLoaderAuthority,
  upgradeProgram,
} from './loader.ts'
import type { Instruction } from './message.ts'

const [thief, owner] = [wallet(21), wallet(900_001)]

/** A filled buffer of `who`. */
async function fill(chain: Chain, who: typeof thief, code: Uint8Array, number: number) {
  const keypair = wallet(number)
  const plan: DeployPlan = {
    payer: who.address,
    authority: who.address,
    program: chain.program,
    buffer: keypair.address,
    elf: code,
    bytesMax: code.length,
    rent: async (bytes) => chain.rent(bytes),
  }
  const send = async (instructions: readonly Instruction[]) => {
    chain.must(instructions, who, keypair)
  }
  await fillBuffer(send, plan, undefined)
  return { plan, send, buffer: keypair.address }
}

test('only the authority upgrades, only to code that the verifier takes, and nobody once it is given up', async () => {
  const chain = await Chain.open({ signatures: true })
  chain.fund(thief.address, 10n * SOL)
  const programData = await deriveProgramDataAddress(chain.program)
  const upgrade = (buffer: typeof programData, who: typeof thief) => {
    chain.svm.warpToSlot(chain.svm.getClock().slot + 2n)
    const accounts = {
      programData,
      program: chain.program,
      buffer,
      spill: who.address,
      authority: who.address,
    }
    return chain.send([upgradeProgram(accounts)], who).failure
  }
  const stolen = await fill(chain, thief, elf, 31)
  expect(upgrade(stolen.buffer, thief)).toMatch(/authority|incorrect/i)

  const broken = elf.slice()
  broken[broken.length - 8] = 0xdb
  const bad = await fill(chain, owner, broken, 32)
  expect(upgrade(bad.buffer, owner)).toBeDefined()

  const good = await fill(chain, owner, elf, 33)
  expect(upgrade(good.buffer, owner)).toBeUndefined()
  expect(chain.configuration().admin).toBe(owner.address)

  const last = await fill(chain, owner, elf, 34)
  chain.must(setLoaderAuthority({ target: programData, authority: owner.address, next: undefined }), owner)
  expect(upgrade(last.buffer, owner)).toMatch(/immutable|authority/i)
  const before = chain.lamportsOf(owner.address)
  chain.must(closeBuffer({ buffer: last.buffer, recipient: owner.address, authority: owner.address }), owner)
  expect(chain.lamportsOf(owner.address)).toBeGreaterThan(before)
})

test('a filled buffer is not written again, a damaged one only where it is wrong', async () => {
  const chain = await Chain.open()
  chain.fund(thief.address, 10n * SOL)
  const { plan, buffer } = await fill(chain, thief, elf, 35)
  const again = async (written: Uint8Array): Promise<number> => {
    let sent = 0
    await fillBuffer(async () => void sent++, plan, written, 4)
    return sent
  }
  const written = chain.data(buffer)
  expect(await again(written)).toBe(0)
  const damaged = written.slice()
  damaged[37] = (damaged[37] ?? 0) ^ 1
  damaged[37 + 5_000] = (damaged[37 + 5_000] ?? 0) ^ 1
  expect(await again(damaged)).toBe(2)
})

test('says beforehand what stays locked', async () => {
  const chain = await Chain.open()
  const rent = async (bytes: number) => chain.rent(bytes)
  const cost = await deploymentCost({ elf, bytesMax: elf.length * 2, rent })
  const programData = await deriveProgramDataAddress(chain.program)
  expect(cost.lockedLamports).toBe(chain.lamportsOf(chain.program) + chain.lamportsOf(programData))
})
