// What a wallet holds, and the faucet of Demo Mode.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BaseUnits, baseUnits, type Lamports, lamports } from '../core/money.ts'
import { useWallet } from '../wallet/wallet.ts'
import { ApiRequestError, apiPost } from '../wire/api.ts'
import { useLive } from '../wire/live.ts'
import type { Wallet } from './contract.ts'

interface Funding {
  readonly lamports: string
  readonly signature: string
}

export function walletKey(address: string, collectionId?: string) {
  const query = collectionId === undefined ? '' : `?collectionId=${encodeURIComponent(collectionId)}`
  return ['api', 'wallet', `${address}${query}`] as const
}

/** SOL, and the coin of one collection where it is asked for. Live, and read again every 15 seconds. */
export function useWalletBalance(address: string | undefined, collectionId?: string) {
  useLive(address === undefined ? [] : [`wallet:${address}`])
  return useQuery<Wallet>({
    queryKey: walletKey(address ?? '', collectionId),
    enabled: address !== undefined,
    refetchInterval: 15_000,
  })
}

/** What the connected wallet has of a coin. */
export interface Holdings {
  readonly lamports: Lamports
  readonly baseUnits: BaseUnits
  readonly hasCoinAccount: boolean
}

/** Undefined while no wallet is connected or what it has is not known yet. */
export function useHoldings(collectionId: string): Holdings | undefined {
  const { status, address } = useWallet()
  const { data } = useWalletBalance(status === 'connected' ? address : undefined, collectionId)
  if (status !== 'connected' || !data) return undefined
  return {
    lamports: lamports(BigInt(data.lamports)),
    baseUnits: baseUnits(BigInt(data.coin?.baseUnits ?? '0')),
    hasCoinAccount: data.coin?.hasAccount ?? false,
  }
}

/** The faucet's SOL, once a wallet; undefined for one that had it, or was used, before. */
export function useDemoFunding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (walletAddress: string): Promise<Funding | undefined> => {
      try {
        return await apiPost<Funding>('/api/demo/fund', { walletAddress })
      } catch (error) {
        if (error instanceof ApiRequestError && error.code === 'faucetUsed') return undefined
        throw error
      }
    },
    onSuccess: (_funding, walletAddress) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, kind, key] }) =>
          kind === 'wallet' && typeof key === 'string' && key.startsWith(walletAddress),
      }),
  })
}
