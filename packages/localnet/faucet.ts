// The faucet of a chain that this product keeps for itself: a wallet that it has the key of. Knows no chain.
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
/** The most that one airdrop gives: 10 SOL. */
export const AIRDROP_LAMPORTS_MAX = 10_000_000_000n

interface Airdrop {
  readonly to: Address
  readonly lamports: bigint
  readonly recentBlockhash: string
}

export interface Faucet {
  readonly address: Address
  /** A signed transaction; no two are the same. Throws a RangeError outside 1 lamport to 10 SOL. */
  airdropWire(airdrop: Airdrop): Uint8Array
}

export function openFaucet(seed: Uint8Array): Faucet {
  // PKCS #8 of an Ed25519 key: a fixed head and the seed.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const address = addressOf(spki.subarray(spki.length - 32))
  return { address, airdropWire: (airdrop) => airdropWire({ address, privateKey }, airdrop) }
}

function airdropWire(
  faucet: { readonly address: Address; readonly privateKey: KeyObject },
  { to, lamports, recentBlockhash }: Airdrop,
): Uint8Array {
  if (lamports < 1n || lamports > AIRDROP_LAMPORTS_MAX)
    throw new RangeError('An airdrop gives between 1 lamport and 10 SOL.')
  const transfer = Buffer.alloc(12)
  transfer.writeUInt32LE(2, 0)
  transfer.writeBigUInt64LE(lamports, 4)
  const wire = encodeTransaction({
    feePayer: faucet.address,
    recentBlockhash,
    instructions: [
      {
        programAddress: SYSTEM_PROGRAM,
        accounts: [
          { address: faucet.address, signer: true, writable: true },
          { address: to, signer: false, writable: true },
        ],
        data: transfer,
      },
      // Makes each airdrop another transaction, also when the same wallet asks twice in a slot.
      {
        programAddress: MEMO_PROGRAM,
        accounts: [],
        data: Buffer.from(`airdrop ${randomBytes(9).toString('base64url')}`),
      },
    ],
  })
  wire.set(sign(null, wire.subarray(65), faucet.privateKey), 1)
  return wire
}
