// What a wallet holds, and the faucet of Demo Mode.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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

/** What the faucet answered, or will, to each wallet that this page has asked it for: once a wallet. */
const firstFunds = new Map<string, Promise<Funding | undefined>>()

/** The faucet's SOL; undefined for a wallet that had it, or was used, before. */
function giveFirstFunds(walletAddress: string): Promise<Funding | undefined> {
  const asked =
    firstFunds.get(walletAddress) ??
    apiPost<Funding>('/api/demo/fund', { walletAddress }).catch((error: unknown) => {
      if (error instanceof ApiRequestError && error.code === 'faucetUsed') return undefined
      // Whoever asks for play money later asks for the first once more.
      firstFunds.delete(walletAddress)
      throw error
    })
  firstFunds.set(walletAddress, asked)
  return asked
}

/** In Demo Mode an empty wallet gets its first SOL. One that had it before, or has any, is left alone without a word. */
export function useFirstFunds(demoMode: boolean): void {
  const client = useQueryClient()
  const { address } = useWallet()
  const { data } = useWalletBalance(demoMode ? address : undefined)
  const { mutate } = useMutation({
    mutationFn: giveFirstFunds,
    onSuccess: (_funding, walletAddress) => readWalletAgain(client, walletAddress),
  })
  const isEmpty = data?.lamports === '0' && data.walletAddress === address
  useEffect(() => {
    if (!demoMode || !isEmpty || address === undefined || told.has(address)) return
    told.add(address)
    mutate(address, {
      onSuccess: (funding) => {
        if (funding === undefined) return
        showToast({
          title: `You received ${formatSol(funding.lamports)} SOL`,
          description: 'Play money of the demo network. Your wallet’s menu has more.',
          tone: 'success',
        })
      },
      onError: (error) =>
        showToast({ title: 'No starting SOL', description: error.message, tone: 'destructive' }),
    })
  }, [demoMode, isEmpty, address, mutate])
}

/** Wallets that were told on this page of their first SOL already, whatever came of it. */
const told = new Set<string>()

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
    mutationFn: async ({ walletAddress, rpcUrl, faucetLamports }: Airdrop) => {
      await afterFirstFunds(client, walletAddress)
      return rpcCaller(rpcUrl)('requestAirdrop', [walletAddress, Number(faucetLamports)])
    },
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

/**
 * The faucet gives first SOL only to a wallet that the chain has never seen, so more of it waits: whoever asks while the
 * first is on its way, or not yet asked for, gets both. That the faucet gave nothing is told where the first is.
 */
async function afterFirstFunds(client: QueryClient, walletAddress: string): Promise<void> {
  const held = await client.fetchQuery<Wallet>({ queryKey: walletKey(walletAddress) }).catch(() => undefined)
  if (held?.lamports === '0') await giveFirstFunds(walletAddress).catch(() => undefined)
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
