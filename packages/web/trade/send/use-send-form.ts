// What the form of a send holds, what is known of its receiver, and what follows from both.

import {
  accountCost,
  decideSend,
  refusalOfAddress,
  type SendDecision,
  type SenderHoldings,
} from '@twinmint/sdk/actions/send/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { readCoins } from '@twinmint/sdk/core/input-amount'
import { lamports } from '@twinmint/sdk/core/money'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { useState } from 'react'
import { useWalletBalance } from '../../wallet/balance.ts'
import { usePriorityFee } from '../../wallet/fee/use-priority-fee.ts'
import { useRecipient } from './queries.ts'

export function useSendForm({
  collection,
  edition,
  walletAddress,
  site,
}: {
  readonly collection: Pick<Collection, 'id' | 'symbol'>
  readonly edition: number | undefined
  readonly walletAddress: string
  readonly site: SiteConfig | undefined
}) {
  const [amountText, setAmountText] = useState('')
  const amount = readCoins(amountText, collection.symbol)
  const [recipientText, setRecipientText] = useState('')
  const [address, setAddress] = useState<string>()
  const [acceptedAddress, setAcceptedAddress] = useState<string>()
  const [wasChosen, setWasChosen] = useState(false)
  const balance = useWalletBalance(walletAddress, collection.id)
  const { data: wallet } = balance
  const priority = usePriorityFee(site, collection.id, 'trade')
  const refusedAddress = address === undefined ? undefined : refusalOfAddress(address, walletAddress)
  const recipient = useRecipient(
    { collectionId: collection.id, edition },
    refusedAddress === undefined ? address : undefined,
  )
  const holdings: SenderHoldings | undefined = wallet && {
    lamports: lamports(BigInt(wallet.lamports)),
    // That the NFT is still there the server looks before anything is signed.
    units: edition === undefined ? BigInt(wallet.coin?.baseUnits ?? '0') : 1n,
  }
  const known = recipient.data
  const decision: SendDecision | undefined =
    refusedAddress !== undefined
      ? { kind: 'refused', code: refusedAddress }
      : known === undefined || address === undefined
        ? undefined
        : decideSend({
            senderAddress: walletAddress,
            recipient: {
              // Never the server's: what is shown, signed and compared is what was entered.
              address,
              standing: known.standing,
              createsAccount: known.createsAccount,
              rentLamports: accountCost(known.createsAccount),
              needsMemo: false,
            },
            wanted: edition === undefined ? { amount } : { edition },
            holdings,
            priorityFeeLamports: priority.lamports,
          })
  const isUnused = known?.standing === 'unused'
  return {
    amountText,
    amount,
    setAmountText,
    recipientText,
    setRecipientText,
    address,
    wasChosen,
    choose: (chosen: string) => {
      setAddress(chosen)
      setWasChosen(true)
    },
    change: () => {
      setAddress(undefined)
      setRecipientText('')
    },
    isUnused,
    isAccepted: !isUnused || acceptedAddress === address,
    accept: (isAccepted: boolean) => setAcceptedAddress(isAccepted ? address : undefined),
    balance,
    holdings,
    priority,
    refusedAddress,
    recipient,
    decision,
  }
}

export type SendFields = ReturnType<typeof useSendForm>

/** What is missing, or why it can't be sent; undefined where nothing is. */
export function problemOf(form: SendFields, tokenId: number | undefined): string | undefined {
  const { decision, address, recipient, balance, holdings } = form
  if (tokenId === undefined && form.amountText.trim() === '') return 'Enter how many coins to send.'
  if (address === undefined) return 'Enter who receives it.'
  if (decision?.kind === 'refused') return refusalText(decision)
  if (recipient.isError) return 'The receiver is not known yet.'
  if (decision === undefined) return 'Looking at the receiver’s address…'
  if (holdings === undefined)
    return balance.isError ? 'What the wallet holds is not known yet.' : 'Looking at what the wallet holds…'
  if (form.priority.isPending) return 'Looking at what others pay to be first…'
  if (!form.isAccepted) return 'Compare the whole address, and tick the box.'
  return undefined
}

export function refusalText({ code, detail }: SendDecision & { readonly kind: 'refused' }): string {
  const { sentence, remedy } = errorRecord[code]
  return detail ?? `${sentence} ${remedy}`
}
