// The instructions of decided swaps, transaction by transaction. Pure.

import type { Address } from '@solana/kit'
import type { BaseUnits, Lamports } from '../../core/money.ts'
import { deriveAssociatedAddress, type MarketAddresses, type NftAddresses } from '../../program/addresses.ts'
import { buildInstruction, type NftSource } from '../../program/instructions.ts'
import type { Instruction } from '../../program/message.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import { packSwaps, TRACE } from './rules.ts'

/** An NFT on its way: into the wallet from `source`, or, with null, into the escrow. */
export interface PlannedSwap {
  readonly nft: NftAddresses
  readonly source: NftSource | null
  /** Instructions that the runtime counts for it, see `TRACE`. */
  readonly trace: number
}

export interface SwapPlan {
  readonly programAddress: Address
  readonly user: Address
  readonly addresses: MarketAddresses
  readonly swaps: readonly PlannedSwap[]
  readonly makesCoinAccount: boolean
  readonly makesEscrowVault: boolean
  /** What is traded with the swaps: coins bought before them, or sold after them. */
  readonly trade:
    | { readonly kind: 'buy'; readonly baseUnitsOut: BaseUnits; readonly lamportsInMax: Lamports }
    | { readonly kind: 'sell'; readonly baseUnitsIn: BaseUnits; readonly lamportsOutMin: Lamports }
    | undefined
}

export interface SwapStep {
  readonly swaps: readonly PlannedSwap[]
  readonly instructions: readonly Instruction[]
}

/** One step a transaction, in the order in which they are sent. */
export async function swapSteps(plan: SwapPlan): Promise<SwapStep[]> {
  const { programAddress, user, addresses, trade } = plan
  const userCoins = await deriveAssociatedAddress(user, addresses.mint)
  const shared = { ...addresses, user, userCoins }
  const before: Instruction[] = []
  if (plan.makesCoinAccount)
    before.push(await createCoinAccountInstruction({ payer: user, wallet: user, mint: addresses.mint }))
  if (trade?.kind === 'buy') before.push(buildInstruction(programAddress, 'buyExactOut', shared, trade))
  const after = trade?.kind === 'sell' ? [buildInstruction(programAddress, 'sell', shared, trade)] : []
  const packed = packSwaps(plan.swaps, {
    first:
      (plan.makesCoinAccount ? TRACE.coinAccount : 0) +
      (plan.makesEscrowVault ? TRACE.escrowVault : 0) +
      (trade?.kind === 'buy' ? TRACE.buy : 0),
    last: trade?.kind === 'sell' ? TRACE.sell : 0,
  })
  return packed.map((swaps, at) => ({
    swaps,
    instructions: [
      ...(at === 0 ? before : []),
      ...swaps.map(({ nft, source }) =>
        source === null
          ? buildInstruction(programAddress, 'release', { ...shared, ...nft }, nft)
          : buildInstruction(
              programAddress,
              'capture',
              { ...shared, ...nft, origin: source === 'mint' ? shared.collection : nft.escrowNft },
              { edition: nft.edition, source },
            ),
      ),
      ...(at === packed.length - 1 ? after : []),
    ],
  }))
}
