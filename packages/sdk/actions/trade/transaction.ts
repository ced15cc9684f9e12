// The instructions of a decided trade. Pure.

import type { Address } from '@solana/kit'
import { deriveAssociatedAddress, type MarketAddresses } from '../../program/addresses.ts'
import { buildInstruction } from '../../program/instructions.ts'
import type { Instruction } from '../../program/message.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import type { TradeQuote } from './rules.ts'

/** What a decided trade puts into the transaction: the coin account where the wallet has none yet, then the trade. */
export async function tradeInstructions(input: {
  readonly programAddress: Address
  readonly trader: Address
  readonly addresses: MarketAddresses
  readonly quote: TradeQuote
  readonly hasCoinAccount: boolean
}): Promise<Instruction[]> {
  const { programAddress, trader, addresses, quote } = input
  const userCoins = await deriveAssociatedAddress(trader, addresses.mint)
  if (quote.side === 'SELL')
    return [
      buildInstruction(
        programAddress,
        'sell',
        { ...addresses, user: trader, userCoins },
        { baseUnitsIn: quote.inBaseUnits, lamportsOutMin: quote.outLamportsMin },
      ),
    ]
  const buy = buildInstruction(
    programAddress,
    'buy',
    { ...addresses, user: trader, userCoins },
    { lamportsIn: quote.inLamports, baseUnitsOutMin: quote.outBaseUnitsMin },
  )
  if (input.hasCoinAccount) return [buy]
  return [await createCoinAccountInstruction({ payer: trader, wallet: trader, mint: addresses.mint }), buy]
}
