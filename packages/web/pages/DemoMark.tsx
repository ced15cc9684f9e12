// Says that the money is play money, and that demo traders are bots.
import { FlaskConical } from 'lucide-react'
import { formatSol } from '../ui/format.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

/** `hasBots`: the server trades with itself, so that a newcomer finds a market. */
export function demoSentence(faucetLamports: string, hasBots: boolean): string {
  const money = `Trading runs on this site’s own Solana network. Every new wallet gets ${formatSol(faucetLamports)} SOL of play money, once; real SOL is coming soon.`
  return hasBots ? `${money} ${BOTS}` : money
}

const BOTS =
  'Demo traders are bots: this server runs them, and marks them “bot” in a coin’s activity and holders.'

export function DemoMark({ sentence }: { readonly sentence: string }) {
  return (
    <Tooltip text={sentence} tap>
      <button
        type="button"
        className="inline-flex h-8 items-center gap-1.5 rounded-full border border-gold/40 px-3 text-12 font-semibold whitespace-nowrap text-gold pointer-coarse:h-11"
      >
        <FlaskConical size={14} aria-hidden="true" />
        <span className="max-lg:sr-only">Demo Mode</span>
      </button>
    </Tooltip>
  )
}
