// Ed25519 keypairs of the server's own and of tests. Users' keys never come here.
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import { assert } from '@twinmint/sdk/core/assert'
import { decodeTransaction, SIGNATURE_BYTES } from '@twinmint/sdk/program/message'

export interface Keypair {
  readonly address: Address
  /** The 32 secret bytes that the key is made of. */
  readonly seed: Uint8Array
  readonly privateKey: KeyObject
}

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The keypair of 32 secret bytes; fresh ones without. */
export function createKeypair(seed: Uint8Array = randomBytes(32)): Keypair {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { address: addressOf(spki.subarray(-32)), seed, privateKey }
}

/** A keypair as it lies in a file: its secret bytes in hexadecimal. */
export const keypairText = ({ seed }: Keypair): string => Buffer.from(seed).toString('hex')

export function keypairOfText(text: string): Keypair {
  assert(/^[0-9a-f]{64}$/.test(text), 'a keypair is made of 32 bytes')
  return createKeypair(Buffer.from(text, 'hex'))
}

/** Signs a wire transaction in place, for each of `signers` that it names, and returns it. */
export function signTransaction<Wire extends Uint8Array>(wire: Wire, signers: readonly Keypair[]): Wire {
  const { message, addresses, signerCount } = decodeTransaction(wire)
  for (const { address, privateKey } of signers) {
    const place = addresses.indexOf(address)
    assert(place >= 0 && place < signerCount, `${address} is a signer of the transaction`)
    wire.set(sign(null, message, privateKey), 1 + place * SIGNATURE_BYTES)
  }
  return wire
}
