// A boost from the dialog to the chain: prepared, compared, signed, sent. Loaded with the dialog.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { base64OfBytes, bytesOfBase64 } from '../chain/program/signable.ts'
import type { PreparedTransaction } from '../trade/contract.ts'
import { useWallet } from '../wallet/wallet.ts'
import { ApiRequestError, apiPost } from '../wire/api.ts'
import { verifyBoost } from './boost-check.ts'
import { collectionKey } from './coin-query.ts'
import type { Collection } from './contract.ts'

export type BoostStep = 'preparing' | 'signing' | 'sending'

interface Boosted {
  readonly signature: string
  readonly collection: Collection
}

/** `mutate` takes who hears of the steps. The answer or the live stream brings the new state. */
export function useBoost(collection: Collection, programAddress: string | undefined) {
  const client = useQueryClient()
  const { address, signTransaction } = useWallet()
  return useMutation({
    mutationFn: async (onStep: (step: BoostStep) => void): Promise<Boosted> => {
      if (address === undefined) throw new Error('Please connect a wallet to boost')
      if (programAddress === undefined) throw new Error('The server has not said which network it is on yet.')
      onStep('preparing')
      const path = `/api/collections/${collection.id}/boost`
      const prepared = await apiPost<PreparedTransaction>(`${path}/create-transaction`, {
        walletAddress: address,
      })
      const expected = { programAddress, walletAddress: address, marketAddress: collection.marketAddress }
      const wire = bytesOfBase64(prepared.transaction)
      verifyBoost(wire, expected)
      onStep('signing')
      const signed = await signTransaction(wire)
      verifyBoost(signed, expected)
      onStep('sending')
      return apiPost<Boosted>(path, { walletAddress: address, signedTransaction: base64OfBytes(signed) })
    },
    onSuccess: ({ collection: after }) => {
      for (const key of [after.id, after.mintAddress])
        client.setQueryData<Collection>(collectionKey(key), (before) =>
          before === undefined || before.sequence > after.sequence ? before : after,
        )
      return client.invalidateQueries({ queryKey: ['api', 'collections', 'boosted'] })
    },
  })
}

/** Whether a boost that failed may have been paid after all: silence, and trouble of the server's own, say nothing. */
export function mayHavePaid(error: Error, step: BoostStep): boolean {
  return (
    step === 'sending' && !(error instanceof ApiRequestError && error.status >= 400 && error.status < 500)
  )
}
