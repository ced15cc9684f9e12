// What a wallet holds, and the faucet of Demo Mode.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { topicOfWallet } from '@twinmint/sdk/api/records/topics'
import type { Wallet } from '@twinmint/sdk/api/wallet/contract'
import { type BaseUnits, baseUnits, type Lamports, lamports } from '@twinmint/sdk/core/money'
import { useEffect } from 'react'
import { ApiRequestError, apiPost } from '../data/api.ts'
import { useLive } from '../data/live.ts'
import { keyOf } from '../data/query-keys.ts'
import { useSiteConfig } from '../shared/queries.ts'
import { formatSol } from '../ui/format.ts'
import { showToast } from '../ui/toasts/toast.ts'
import type { PlayMoney } from './PlayMoneyButton.tsx'
import { useWallet } from './wallet.ts'

interface Funding {
  readonly lamports: string
  readonly signature: string
}

export function walletKey(address: string, collectionId?: string) {
  const query = collectionId === undefined ? '' : `?collectionId=${encodeURIComponent(collectionId)}`
  return keyOf('wallet', `${address}${query}`)
}

/** SOL, and the coin of one collection where it is asked for. Live, and read again every 15 seconds. */
export function useWalletBalance(address: string | undefined, collectionId?: string) {
  useLive(address === undefined ? undefined : topicOfWallet(address))
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
  /** What the first transaction pays that meets the coin after an upgrade of the program. */
  readonly migrationLamports: Lamports
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
    migrationLamports: lamports(BigInt(data.coin?.migrationLamports ?? '0')),
  }
}

/** The faucet's answer, pending or settled, for each wallet that this page requested. */
const asked = new Map<string, Promise<Funding>>()

/** The wallet's play money, which the faucet gives once; concurrent calls share one request. */
function askFaucet(walletAddress: string): Promise<Funding> {
  const funding =
    asked.get(walletAddress) ??
    apiPost<Funding>('/api/demo/fund', { walletAddress }).finally(() => asked.delete(walletAddress))
  asked.set(walletAddress, funding)
  return funding
}

const isUsedUp = (error: Error): boolean => error instanceof ApiRequestError && error.code === 'faucetUsed'

/** In Demo Mode an empty wallet receives its play money. Nothing is shown for a wallet that received it before or has SOL. */
export function useFirstFunds(demoMode: boolean): void {
  const client = useQueryClient()
  const { address } = useWallet()
  const { data } = useWalletBalance(demoMode ? address : undefined)
  const { mutate } = useMutation({
    mutationFn: askFaucet,
    onSettled: (_funding, _error, walletAddress) => readWalletAgain(client, walletAddress),
  })
  const mayAsk = data?.lamports === '0' && data.playMoney === 'open' && data.walletAddress === address
  useEffect(() => {
    if (!demoMode || !mayAsk || address === undefined || told.has(address)) return
    told.add(address)
    mutate(address, {
      onSuccess: tellOf,
      onError: (error) => {
        if (!isUsedUp(error))
          showToast({ title: 'No starting SOL', description: error.message, tone: 'destructive' })
      },
    })
  }, [demoMode, mayAsk, address, mutate])
}

const tellOf = ({ lamports: given }: Funding): void =>
  showToast({
    title: `You received ${formatSol(given)} SOL`,
    description: 'Play money of the demo network, once for each wallet.',
    tone: 'success',
  })

/** Wallets that were told on this page of their first SOL already, whatever came of it. */
const told = new Set<string>()

export const readWalletAgain = (client: QueryClient, walletAddress: string) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [, kind, key] }) =>
      kind === 'wallet' && typeof key === 'string' && key.startsWith(walletAddress),
  })

/** The faucet's offer to the connected wallet; undefined where there is none, or while it is not known. */
export function usePlayMoney(): PlayMoney | undefined {
  const client = useQueryClient()
  const { address } = useWallet()
  const { data: site } = useSiteConfig()
  const isDemo = site?.demoMode === true
  const { data: wallet } = useWalletBalance(isDemo ? address : undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: askFaucet,
    // Here, not where it is asked for: the menu that it was chosen in is closed by then.
    onSuccess: tellOf,
    onError: (error) =>
      showToast({ title: 'No play money', description: error.message, tone: 'destructive' }),
    onSettled: (_funding, _error, walletAddress) => readWalletAgain(client, walletAddress),
  })
  if (address === undefined || !isDemo || wallet?.walletAddress !== address) return undefined
  if (wallet.playMoney === 'none') return undefined
  if (wallet.playMoney === 'given') return { kind: 'given' }
  return {
    kind: 'open',
    text: `Get ${formatSol(site.faucetLamports)} SOL of play money`,
    isPending,
    onGet: () => mutate(address),
  }
}
