// What the wallet is about to sign for beside the cost: how the coin opens, its guard, and what the creator's first buy gives.
import { solText } from '@twinmint/sdk/core/money'
import { supplyPercentText } from '@twinmint/sdk/core/opening'
import { guardSummary } from '@twinmint/sdk/core/surcharge'
import { Coins, Digits, Sol } from '../ui/amounts.tsx'
import { Line, Lines } from '../ui/Lines.tsx'
import type { LaunchShown } from './flow.ts'

export function ChoiceLines({ choices, devBuy }: Pick<LaunchShown, 'choices' | 'devBuy'>) {
  return (
    <Lines>
      <Line term="Opening reserve">
        <Digits>{solText(choices.openingReserveLamports)} SOL</Digits>
      </Line>
      <Line term="Launch guard">{guardSummary(choices)}</Line>
      {devBuy.kind === 'quote' && (
        <>
          <Line term="Dev buy gives">
            <Coins baseUnits={devBuy.baseUnitsOut.toString()} />
            <span translate="no" className="figures text-muted">
              {' '}
              ({supplyPercentText(devBuy.baseUnitsOut)}% of the supply)
            </span>
          </Line>
          {devBuy.surchargeLamports > 0n && (
            <Line term="Surcharge of it, locked for ever">
              <Sol lamports={devBuy.surchargeLamports.toString()} />
            </Line>
          )}
        </>
      )}
    </Lines>
  )
}
