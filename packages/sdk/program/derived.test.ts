import { generateKeyPairSync } from 'node:crypto'
import { getProgramDerivedAddress } from '@solana/kit'
import { expect, test } from 'vitest'
import { Random } from '../../../program/test/random.ts'
import { addressBytes } from '../core/address.ts'
import { derivedAddress, isOnCurve } from './derived.ts'
import { TOKEN_2022_PROGRAM } from './programs.ts'

const random = new Random('derived')
const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256))

test('is what kit derives, whatever the program and the seeds', async () => {
  for (let i = 0; i < 200; i++) {
    const seeds = [
      bytes(random.below(33)),
      'market',
      ...Array.from({ length: random.below(6) }, () => bytes(32)),
    ]
    const programAddress = i % 2 ? TOKEN_2022_PROGRAM : derivedAddress(TOKEN_2022_PROGRAM, [bytes(8)])
    const [address] = await getProgramDerivedAddress({ programAddress, seeds })
    expect(derivedAddress(programAddress, seeds)).toBe(address)
  }
})

test('keys are on the curve, and what is derived is not', () => {
  for (let i = 0; i < 50; i++) {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    expect(isOnCurve(Buffer.from(x, 'base64url'))).toBe(true)
    expect(isOnCurve(addressBytes(derivedAddress(TOKEN_2022_PROGRAM, [bytes(32)])))).toBe(false)
  }
  // y of 1 and of 0: (0, 1) is the neutral point, and (±√-1, 0) are points too.
  expect(isOnCurve(Uint8Array.of(1, ...new Uint8Array(31)))).toBe(true)
  expect(isOnCurve(new Uint8Array(32))).toBe(true)
})

test('refuses seeds that no program can sign with', () => {
  expect(() => derivedAddress(TOKEN_2022_PROGRAM, [bytes(33)])).toThrow('seeds')
  expect(() =>
    derivedAddress(
      TOKEN_2022_PROGRAM,
      Array.from({ length: 16 }, () => bytes(1)),
    ),
  ).toThrow('seeds')
})
