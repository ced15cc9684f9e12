// The terms that a launch copies: the launch itself names them, so that no others can be put in their place.

import { bpsPercentText } from '@twinmint/sdk/core/figures'
import { solText } from '@twinmint/sdk/core/money'
import type { Terms } from '@twinmint/sdk/program/terms'
import { useEffect, useRef } from 'react'
import { type Retried, RetryButton } from '../../shared/RetryButton.tsx'
import { Digits } from '../../ui/amounts.tsx'
import { groupThousands } from '../../ui/format.ts'
import { Line, Lines, Nothing } from '../../ui/Lines.tsx'
import { Panel } from '../../ui/Panel.tsx'

export function TermsPanel({
  terms,
  haveChanged,
  failed,
}: {
  /** Undefined until the chain's are known. */
  readonly terms: Terms | undefined
  /** Since the last try, which was refused for it. */
  readonly haveChanged: boolean
  /** They could not be read, and nothing is known of them from before. */
  readonly failed?: Retried | undefined
}) {
  const told = (text: (known: Terms) => string) =>
    terms === undefined ? <Nothing /> : <Digits>{text(terms)}</Digits>
  return (
    <Panel title="Terms">
      {haveChanged && <Changed />}
      {failed !== undefined && (
        <div role="alert" className="mb-3 flex items-center justify-between gap-3 text-13">
          <p>The terms of launches could not be loaded.</p>
          <RetryButton query={failed} size="sm" />
        </div>
      )}
      <Lines>
        <Line term="Graduation">
          {told(
            ({ graduationMarketCapLamports }) =>
              `${groupThousands(solText(graduationMarketCapLamports))} SOL market cap`,
          )}
        </Line>
        <Line term="Fee on sells">{told(({ sellFeeBps }) => bpsPercentText(sellFeeBps))}</Line>
        <Line term="Your share of it">{told(({ creatorShareBps }) => bpsPercentText(creatorShareBps))}</Line>
        <Line term="Royalty, of what an NFT brings above its coins">
          {told(({ royaltyBps }) => bpsPercentText(royaltyBps))}
        </Line>
        <Line term="Fee on NFT sales">{told(({ marketFeeBps }) => bpsPercentText(marketFeeBps))}</Line>
      </Lines>
      <p className="mt-3 text-12 text-faint">
        Written into the coin, and never changed after that. Your signature is for these: with others the
        launch is refused. The last two are of sales of its NFTs in the market here; a plain transfer pays
        neither.
      </p>
    </Panel>
  )
}

/** It comes into view: whoever pressed the button below may not see this panel. */
function Changed() {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise here, which would be taken for the way to clean up.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <p
      ref={notice}
      role="alert"
      className="mb-3 scroll-my-20 rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13"
    >
      The terms changed before your launch went through, so it was refused. Nothing was paid. These are the
      new ones: launch again if you agree.
    </p>
  )
}
