// What the holders of the program's keys ask for, in words. Pure.

import { bpsPercentText } from '@twinmint/sdk/core/figures'
import type { DecodedInstruction } from '@twinmint/sdk/program/instructions'
import { formatSolExact, shortAddress } from '../ui/format.ts'

type KeyInstruction = Extract<
  DecodedInstruction,
  {
    readonly name:
      | 'initializeConfig'
      | 'updateConfig'
      | 'claimTreasuryFees'
      | 'offerAdmin'
      | 'acceptAdmin'
      | 'pause'
      | 'unpause'
  }
>
interface Told {
  readonly kind: 'claim' | 'settings'
  readonly title: string
  readonly details: readonly (readonly [term: string, text: string])[]
}

const who = (address: string | undefined): string =>
  address === undefined ? 'nobody' : shortAddress(address)

export function explainKeys(own: KeyInstruction): Told {
  const settings = (title: string, ...details: Told['details']): Told => ({
    kind: 'settings',
    title,
    details,
  })
  switch (own.name) {
    case 'claimTreasuryFees':
      return { kind: 'claim', title: 'Pay the collected fees to the treasury', details: [] }
    case 'initializeConfig':
      return settings(
        'Set the program up',
        ['Admin', who(own.admin)],
        ...valueDetails(own.addresses.treasury, own),
      )
    case 'updateConfig':
      return settings(
        'Change treasury, pause key and the terms of later launches',
        ...valueDetails(own.addresses.nextTreasury, own),
      )
    case 'offerAdmin':
      return own.pendingAdmin === undefined
        ? settings('Withdraw the offer of the admin’s right')
        : settings('Offer the admin’s right', ['To', who(own.pendingAdmin)])
    case 'acceptAdmin':
      return settings('Accept the admin’s right')
    case 'pause':
      return settings('Pause launches, buys, and new listings and offers for 72 hours')
    case 'unpause':
      return settings('End the pause of launches and buys, listings and offers')
  }
}

const valueDetails = (
  treasury: string,
  { pauseKey, terms }: Pick<Extract<KeyInstruction, { readonly name: 'updateConfig' }>, 'pauseKey' | 'terms'>,
): Told['details'] => [
  ['Treasury', who(treasury)],
  ['Pause key', who(pauseKey)],
  [
    'Fee on sells',
    `${bpsPercentText(terms.sellFeeBps)}, of which the creator gets ${bpsPercentText(terms.creatorShareBps)}`,
  ],
  ['Graduation market cap', `${formatSolExact(terms.graduationMarketCapLamports.toString())} SOL`],
]
