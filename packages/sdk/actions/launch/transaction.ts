// The one transaction of a launch: coin, collection and escrow, and with them the creator's first buy and boost. Pure.

import type { Address } from '@solana/kit'
import type { BaseUnits } from '../../core/money.ts'
import type { MarketAddresses } from '../../program/addresses.ts'
import { buildInstruction } from '../../program/instructions.ts'
import type { Instruction } from '../../program/message.ts'
import type { Terms } from '../../program/terms.ts'
import { termsHash } from '../../program/terms.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import type { LaunchDraft } from './rules.ts'

/** The launch, then, where the draft asks for them, the creator's coin account and buy, and the boost. */
export async function launchInstructions(input: {
  readonly programAddress: Address
  readonly creatorAddress: Address
  readonly mintBase: Address
  readonly addresses: MarketAddresses
  readonly creatorCoins: Address
  readonly draft: LaunchDraft
  /** What the launch is to have: with others the program refuses it. */
  readonly terms: Terms
  readonly seed: string
  readonly uri: string
  /** What the dev buy must give at least. */
  readonly devBuyBaseUnits: BaseUnits
}): Promise<Instruction[]> {
  const { programAddress, creatorAddress, addresses, draft } = input
  const instructions = [
    buildInstruction(
      programAddress,
      'launch',
      { ...addresses, creator: creatorAddress, mintBase: input.mintBase },
      {
        texts: {
          seed: input.seed,
          name: draft.name,
          symbol: draft.symbol,
          collectionName: draft.collectionName,
          uri: input.uri,
        },
        choices: draft.choices,
        termsHash: termsHash(input.terms),
      },
    ),
  ]
  if (draft.devBuyLamports > 0n) {
    instructions.push(
      await createCoinAccountInstruction({
        payer: creatorAddress,
        wallet: creatorAddress,
        mint: addresses.mint,
      }),
      buildInstruction(
        programAddress,
        'buy',
        { ...addresses, user: creatorAddress, userCoins: input.creatorCoins },
        { lamportsIn: draft.devBuyLamports, baseUnitsOutMin: input.devBuyBaseUnits },
      ),
    )
  }
  if (draft.boost)
    instructions.push(buildInstruction(programAddress, 'boost', { ...addresses, payer: creatorAddress }))
  return instructions
}
