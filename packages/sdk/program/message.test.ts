import { expect, test } from 'vitest'
import { addressBytes, addressOf } from '../core/address.ts'
import { decodeTransaction, encodeTransaction, indexInMessage, SIGNATURE_BYTES } from './message.ts'

const keyOf = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const [payer, cosigner, first, second, program] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4), keyOf(5)]
const wire = encodeTransaction({
  feePayer: payer,
  recentBlockhash: keyOf(9),
  instructions: [
    {
      programAddress: program,
      accounts: [
        { address: cosigner, signer: true, writable: false },
        { address: first, signer: false, writable: true },
        { address: second, signer: false, writable: false },
      ],
      data: addressBytes(keyOf(7)),
    },
  ],
})

/** The same as a legacy transaction: no version before the header, and no lookup tables at the end. */
function legacyOf(versioned: Uint8Array): Uint8Array {
  const at = 1 + 2 * SIGNATURE_BYTES
  return new Uint8Array([...versioned.subarray(0, at), ...versioned.subarray(at + 1, -1)])
}

test.each([
  ['of version 0', wire],
  ['legacy', legacyOf(wire)],
])('an address is found where a message lists it: %s', (_, bytes) => {
  const { addresses } = decodeTransaction(bytes)
  expect(addresses).toHaveLength(5)
  for (const [at, address] of addresses.entries()) expect(indexInMessage(bytes, address)).toBe(at)
})

test('bytes that are no listed address are none: of the blockhash, of an instruction, across two addresses', () => {
  const across = addressOf(
    new Uint8Array([...addressBytes(first).subarray(8), ...addressBytes(second).subarray(0, 8)]),
  )
  for (const address of [keyOf(9), keyOf(7), across]) expect(indexInMessage(wire, address)).toBe(-1)
})
