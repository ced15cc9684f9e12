// What a wallet holds, and the faucet of Demo Mode.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BaseUnits, baseUnits, type Lamports, lamports } from '../core/money.ts'
import { useSiteConfig } from '../site/queries.ts'
import { formatSol } from '../ui/format.ts'
import { showToast } from '../ui/toast.ts'
import { ApiRequestError, apiPost } from '../wire/api.ts'
import { useLive } from '../wire/live.ts'
import { topicOfWallet } from '../wire/records/topics.ts'
import { RpcFailure, rpcCaller } from '../wire/rpc.ts'
import type { Wallet } from './contract.ts'
import type { PlayMoney } from './PlayMoneyButton.tsx'
import { useWallet } from './wallet.ts'

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
    onSuccess: (_funding, walletAddress) => readWalletAgain(client, walletAddress),
  })
}

export const readWalletAgain = (client: QueryClient, walletAddress: string) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [, kind, key] }) =>
      kind === 'wallet' && typeof key === 'string' && key.startsWith(walletAddress),
  })

/** More play money for the connected wallet, by the network's own airdrop; undefined where there is none to give. */
export function usePlayMoney(): PlayMoney | undefined {
  const client = useQueryClient()
  const { address } = useWallet()
  const { data: site } = useSiteConfig()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ walletAddress, rpcUrl, faucetLamports }: Airdrop) =>
      rpcCaller(rpcUrl)('requestAirdrop', [walletAddress, Number(faucetLamports)]),
    // Here, not where it is asked for: the menu that it was chosen in is closed by then.
    onSuccess: async (_signature, { walletAddress, faucetLamports }) => {
      await readWalletAgain(client, walletAddress)
      showToast({
        title: `You received ${formatSol(faucetLamports)} SOL`,
        description: 'Play money of the demo network.',
        tone: 'success',
      })
    },
    onError: (error) =>
      showToast({ title: 'No play money', description: noPlayMoneyText(error), tone: 'destructive' }),
  })
  if (address === undefined || site?.demoMode !== true || site.faucetLamports === '0') return undefined
  const { rpcUrl, faucetLamports } = site
  return {
    text: `Get ${formatSol(faucetLamports)} SOL of play money`,
    isPending,
    onGet: () => mutate({ walletAddress: address, rpcUrl, faucetLamports }),
  }
}

interface Airdrop {
  readonly walletAddress: string
  readonly rpcUrl: string
  readonly faucetLamports: string
}

/** A network that answers and gives nothing has given as much as it does in a minute. */
function noPlayMoneyText(error: Error): string {
  return error instanceof RpcFailure && error.code !== undefined
    ? 'The demo network has given as much as it does in a minute. Wait for the next one, and ask again.'
    : error.message
}
