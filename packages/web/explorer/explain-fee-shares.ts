// The four instructions of a coin's fee shares, in words: what happened, and what is asked for. Pure.

import { bpsPercentText } from '@twinmint/sdk/core/figures'
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { nextShares } from '@twinmint/sdk/program/fee-shares'
import type { DecodedInstruction } from '@twinmint/sdk/program/instructions'
import { formatSolExact, shortAddress } from '../ui/format.ts'

type Name = 'setFeeShares' | 'acceptFeeShares' | 'drawFeeShare' | 'offerFeeShares'
type Detail = readonly [term: string, text: string]
interface Told {
  readonly kind: 'claim'
  readonly title: string
  readonly details: readonly Detail[]
}

const sol = (lamports: bigint): string => `${formatSolExact(lamports.toString())} SOL`
const receives = ({ address, bps }: { readonly address: string; readonly bps: number }): Detail => [
  'Receives',
  `${bpsPercentText(bps)} ${address}`,
]

export function explainFeeSharesEvent(event: Extract<ProgramEvent, { readonly kind: Name }>): Told {
  switch (event.kind) {
    case 'setFeeShares':
    case 'acceptFeeShares':
      return {
        kind: 'claim',
        title:
          event.kind === 'setFeeShares'
            ? 'Named who receives the creator’s fees'
            : 'Took over who receives the creator’s fees, and named them',
        details: [
          ...event.feeShares.receivers.map(receives),
          ['Paid to those before them', sol(event.lamportsOut)],
        ],
      }
    case 'drawFeeShare':
      return {
        kind: 'claim',
        title:
          event.lamportsOut === 0n
            ? `Confirmed that ${shortAddress(event.who)} receives a share of the fees`
            : `Paid ${shortAddress(event.who)} a share of the fees, ${sol(event.lamportsOut)}`,
        details: [],
      }
    case 'offerFeeShares': {
      const { pendingAuthority } = event.feeShares
      return {
        kind: 'claim',
        title:
          pendingAuthority === undefined
            ? 'Took back the offer of the right to the fees'
            : `Offered the right to the fees to ${shortAddress(pendingAuthority)}`,
        details: pendingAuthority === undefined ? [] : [['Offered to', pendingAuthority]],
      }
    }
  }
}

export function explainFeeShares(own: Extract<DecodedInstruction, { readonly name: Name }>): Told {
  switch (own.name) {
    case 'setFeeShares':
    case 'acceptFeeShares':
      return {
        kind: 'claim',
        title:
          own.name === 'setFeeShares'
            ? 'Name who receives the creator’s fees'
            : 'Take over who receives the creator’s fees, and name them',
        details: nextShares(own).map(receives),
      }
    case 'drawFeeShare':
      return { kind: 'claim', title: 'Pay a receiver its share of the fees', details: [] }
    case 'offerFeeShares':
      return {
        kind: 'claim',
        title:
          own.pendingAuthority === undefined
            ? 'Take back the offer of the right to the fees'
            : 'Offer the right to the fees',
        details: own.pendingAuthority === undefined ? [] : [['Offered to', own.pendingAuthority]],
      }
  }
}
