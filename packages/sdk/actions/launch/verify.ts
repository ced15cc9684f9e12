// Before the wallet is asked: does the prepared launch carry the texts, the choices, the terms, the dev buy and the boost of
// the form, and nothing else? Pure; see docs/program.md for the bytes.

import { mustMatch, readSignable } from '../../program/signable.ts'
import { type LaunchChoices, type Terms, termsHash } from '../../program/terms.ts'
import type { LaunchDraft } from './rules.ts'

export interface ExpectedLaunch {
  readonly programAddress: string
  readonly draft: LaunchDraft
  /** As the creator was shown them. */
  readonly terms: Terms
  /** Of the prepared launch, shown before signing. */
  readonly mintAddress: string
  readonly devBuyBaseUnits: bigint
  /** Of the folder that the page made of the draft's texts and the stored picture. */
  readonly folderCid: string
  /** Of the server, as it says itself: whoever is asked for the metadata for ever. */
  readonly publicUrl: string
}

const CHOICES = [
  'openingReserveLamports',
  'guardBps',
  'guardSeconds',
] as const satisfies readonly (keyof LaunchChoices)[]

/** Throws a TransactionMismatch unless the transaction is this launch and nothing beside it. */
export function verifyLaunch(wire: Uint8Array, expected: ExpectedLaunch): void {
  const { draft, mintAddress } = expected
  const { own, createdCoinAccount } = readSignable(wire, {
    walletAddress: draft.creatorAddress,
    programAddress: expected.programAddress,
  })
  const buys = draft.devBuyLamports > 0n
  const wanted = ['launch', ...(buys ? ['buy'] : []), ...(draft.boost ? ['boost'] : [])]
  mustMatch(
    own.length === wanted.length && own.every(({ name }, at) => name === wanted[at]),
    `its instructions are ${own.map(({ name }) => name).join(', ')}`,
  )
  let market = ''
  for (const instruction of own) {
    if (instruction.name === 'launch') {
      const { addresses, texts, choices } = instruction
      market = addresses.market
      mustMatch(addresses.creator === draft.creatorAddress, 'another wallet launches')
      mustMatch(addresses.mint === mintAddress && mintAddress.endsWith('jpg'), 'it launches another coin')
      mustMatch(
        texts.name === draft.name &&
          texts.symbol === draft.symbol &&
          texts.collectionName === draft.collectionName,
        'it has other texts',
      )
      mustMatch(
        texts.uri === `${expected.publicUrl}/ipfs/${expected.folderCid}`,
        `its metadata is at ${texts.uri}`,
      )
      for (const choice of CHOICES)
        mustMatch(choices[choice] === draft.choices[choice], `its ${choice} is ${choices[choice]}`)
      const shown = termsHash(expected.terms)
      mustMatch(
        shown.every((byte, at) => byte === instruction.termsHash[at]),
        'it names other terms than were shown',
      )
    } else if (instruction.name === 'buy') {
      const { addresses, lamportsIn, baseUnitsOutMin } = instruction
      mustMatch(addresses.user === draft.creatorAddress, 'another wallet buys')
      mustMatch(
        addresses.mint === mintAddress && addresses.market === market,
        'the dev buy is of another coin',
      )
      mustMatch(lamportsIn === draft.devBuyLamports, 'another dev buy')
      mustMatch(
        expected.devBuyBaseUnits > 0n && baseUnitsOutMin >= expected.devBuyBaseUnits,
        'the dev buy may bring less than was shown',
      )
      mustMatch(createdCoinAccount?.address === addresses.userCoins, 'it buys into another account')
    } else if (instruction.name === 'boost') {
      mustMatch(instruction.addresses.payer === draft.creatorAddress, 'another wallet pays the boost')
      mustMatch(instruction.addresses.market === market, 'it boosts another coin')
    }
  }
  if (!createdCoinAccount) return
  mustMatch(buys, 'no coin account is needed')
  mustMatch(createdCoinAccount.mintAddress === mintAddress, 'it makes an account of another coin')
}
