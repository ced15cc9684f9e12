// Dialogs around a wallet's signature: the wait for a sign-in, and the question about an added fee. Loaded on demand.
import { lamports, solText } from '@twinmint/sdk/core/money'
import { WALLET_FEE_LAMPORTS_MAX } from '@twinmint/sdk/core/priority-fee'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Logo.tsx'
import type { WalletQuestion as Question } from './question.ts'

export default function WalletQuestion({ question }: { readonly question: Question }) {
  return question.kind === 'fee' ? <FeeQuestion {...question} /> : <SignInWait {...question} />
}

/** Lets the user cancel while the wallet does not answer. */
function SignInWait({ cancel }: Question & { readonly kind: 'signIn' }) {
  return (
    <Dialog
      open
      onClose={cancel}
      title="Sign in with your wallet"
      description="Confirm the message in your wallet. The signature costs nothing and moves nothing."
    >
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="flex items-center gap-2 text-13 text-muted">
          <Spinner size={16} className="text-violet" />
          Waiting for your wallet
        </p>
        <Button variant="secondary" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

/** Above the total supply of SOL; larger figures are shown as this. */
const SHOWN_MAX = 10n ** 18n

/** Asks to confirm a fee that the wallet added. */
function FeeQuestion({ addedLamports, answer }: Question & { readonly kind: 'fee' }) {
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
