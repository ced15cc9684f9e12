// Whether a wallet signed a message: Ed25519 as the chain checks it.
import { createPublicKey, verify } from 'node:crypto'
import { addressBytes } from '@twinmint/sdk/core/address'
import { SIGNATURE_BYTES } from '@twinmint/sdk/program/message'

const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

/** Keys of small order, without their sign bit: anybody can sign for them, so the chain refuses them as this does. */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

export function isSignedBy(
  address: string,
  { message, signature }: { readonly message: Uint8Array; readonly signature: Uint8Array },
): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false
  const key = Buffer.from(addressBytes(address))
  const unsigned = Buffer.from(key)
  unsigned.writeUInt8(unsigned.readUInt8(31) & 0x7f, 31)
  if (SMALL_ORDER.has(unsigned.toString('hex'))) return false
  try {
    const publicKey = createPublicKey({
      key: Buffer.concat([SPKI_ED25519, key]),
      format: 'der',
      type: 'spki',
    })
    return verify(null, message, publicKey, signature)
  } catch {
    return false // 32 bytes that are no point of the curve
  }
}
