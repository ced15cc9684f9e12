// The instructions of a decided send. Pure.
import type { Address } from '@solana/kit'
import { COIN_DECIMALS } from '../../core/money.ts'
import { deriveAssociatedAddress, deriveNftMintAddress } from '../../program/addresses.ts'
import type { Instruction } from '../../program/message.ts'
import { createCoinAccountInstruction, transferInstruction } from '../../program/token-2022.ts'

/** What is sent, and between which accounts. */
export interface SendAddresses {
  readonly mint: Address
  readonly decimals: number
  readonly source: Address
  readonly destination: Address
}

/** The coin's mint, or that of its NFT of this number, and the wallets' own accounts for it. */
export async function deriveSend(input: {
  readonly programAddress: Address
  readonly coinMint: Address
  readonly edition: number | undefined
  readonly sender: Address
  readonly recipient: Address
}): Promise<SendAddresses> {
  const { programAddress, coinMint, edition, sender, recipient } = input
  const mint =
    edition === undefined ? coinMint : await deriveNftMintAddress(programAddress, coinMint, edition)
  const [source, destination] = await Promise.all([
    deriveAssociatedAddress(sender, mint),
    deriveAssociatedAddress(recipient, mint),
  ])
  return { mint, decimals: edition === undefined ? COIN_DECIMALS : 0, source, destination }
}

/** The receiver's account where it is still to be made, then the transfer. */
export async function sendInstructions(input: {
  readonly addresses: SendAddresses
  readonly sender: Address
  readonly recipient: Address
  readonly units: bigint
  readonly createsAccount: boolean
}): Promise<Instruction[]> {
  const { addresses, sender, recipient, units, createsAccount } = input
  const transfer = transferInstruction({ ...addresses, owner: sender, units })
  if (!createsAccount) return [transfer]
  const { mint } = addresses
  return [await createCoinAccountInstruction({ payer: sender, wallet: recipient, mint }), transfer]
}
