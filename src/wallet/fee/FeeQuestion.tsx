// Asks whether the fee that a wallet added by itself is to be paid. Loaded when one is.
import { lamports, solText } from '../../core/money.ts'
import { WALLET_FEE_LAMPORTS_MAX } from '../../core/priority-fee.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { FeeQuestion as Question } from './question.ts'

/** There is less SOL in all: what is above it says nothing more. */
const SHOWN_MAX = 10n ** 18n

export default function FeeQuestion({ question }: { readonly question: Question }) {
  const { addedLamports, answer } = question
  const added = solText(lamports(addedLamports < SHOWN_MAX ? addedLamports : SHOWN_MAX))
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={`Pay a fee of ${added} SOL?`}
      description={`Your wallet added it when it signed: it is not part of what this page showed. Wallets add up to ${solText(WALLET_FEE_LAMPORTS_MAX)} SOL without our asking. Nothing has been sent so far.`}
    >
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button variant="secondary" onClick={() => answer(false)}>
          Don’t send
        </Button>
        <Button onClick={() => answer(true)}>Pay it and send</Button>
      </div>
    </Dialog>
  )
}
