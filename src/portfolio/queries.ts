// A wallet's position and a coin's creator as the page has them, live; and the claim of a creator's fees.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { base64OfBytes, bytesOfBase64 } from '../chain/program/signable.ts'
import type { Collection, LiveEvent } from '../collection/contract.ts'
import type { PreparedTransaction } from '../trade/contract.ts'
import { useWallet } from '../wallet/wallet.ts'
import { apiGet, apiPost } from '../wire/api.ts'
import { onLiveEvent, useLive } from '../wire/live.ts'
import { verifyClaim } from './claim-check.ts'
import type { Creator, Position } from './contract.ts'

/** What a wallet holds may also change without a trade that this server sees. */
const REFRESH_MS = 30_000

/** A wallet's position in a coin; read again when the wallet did something. */
export function usePosition(collectionId: string, walletAddress: string) {
  const client = useQueryClient()
  useLive([`wallet:${walletAddress}`])
  useEffect(
    () =>
      onLiveEvent<LiveEvent>((event) => {
        if (event.type === 'wallet' && event.walletAddress === walletAddress)
          void client.invalidateQueries({ queryKey: ['api', 'position-of', collectionId, walletAddress] })
      }),
    [client, collectionId, walletAddress],
  )
  return useQuery({
    queryKey: ['api', 'position-of', collectionId, walletAddress],
    queryFn: ({ signal }) =>
      apiGet<Position>(`/api/collections/${collectionId}/position/${walletAddress}`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  })
}

/** A coin's creator; read again when the creator traded, claimed or launched. */
export function useCreator(collectionId: string) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['api', 'creator-of', collectionId],
    queryFn: ({ signal }) => apiGet<Creator>(`/api/collections/${collectionId}/creator`, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const creatorAddress = query.data?.creatorAddress
  useLive(creatorAddress === undefined ? [] : [`wallet:${creatorAddress}`])
  useEffect(
    () =>
      onLiveEvent<LiveEvent>((event) => {
        if (event.type === 'wallet' && event.walletAddress === creatorAddress)
          void client.invalidateQueries({ queryKey: ['api', 'creator-of', collectionId] })
      }),
    [client, collectionId, creatorAddress],
  )
  return query
}

/** Claims the creator's fees: prepared, compared, signed, sent. */
export function useClaim(collection: Collection, programAddress: string | undefined) {
  const client = useQueryClient()
  const { address, signTransaction } = useWallet()
  return useMutation({
    mutationFn: async () => {
      if (address === undefined) throw new Error('Please connect the wallet that launched this coin.')
      if (programAddress === undefined) throw new Error('The server has not said which network it is on yet.')
      const path = `/api/collections/${collection.id}/claim`
      const prepared = await apiPost<PreparedTransaction>(`${path}/create-transaction`, {
        walletAddress: address,
      })
      const expected = { programAddress, walletAddress: address, marketAddress: collection.marketAddress }
      const wire = bytesOfBase64(prepared.transaction)
      verifyClaim(wire, expected)
      const signed = await signTransaction(wire)
      verifyClaim(signed, expected)
      return apiPost<{ readonly signature: string; readonly collection: Collection }>(path, {
        signedTransaction: base64OfBytes(signed),
      })
    },
    onSuccess: ({ collection: after }) => {
      for (const key of [after.id, after.mintAddress])
        client.setQueryData<Collection>(['api', 'collections', key], (before) =>
          before === undefined || before.sequence > after.sequence ? before : after,
        )
      return client.invalidateQueries({ queryKey: ['api', 'creator-of', collection.id] })
    },
  })
}
