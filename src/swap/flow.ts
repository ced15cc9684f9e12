// A swap from the card to the chain: one transaction or several, which are signed together.
import type { Address } from '@solana/kit'
import { deriveAssociatedAddress, deriveNftMintAddress } from '../chain/program/addresses.ts'
import { baseUnits, lamports } from '../core/money.ts'
import { askedFee, type Flow } from '../wallet/flow.ts'
import { apiPost } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { ConfirmedSwap, PreparedSwap, SwapCost } from './contract.ts'
import { type AskedSwap, isWorse, remainingSlippageBps } from './shown.ts'
import { type ExpectedSwap, type SwapSteps, verifySwap } from './verify.ts'

/** The server waits a minute for the network. Between two transactions nobody is asked whether to go on. */
const PATIENCE = { againMs: 1_000, giveUpMs: 75_000 }

/** Where the coin and its NFTs live. */
type SwappedCollection = Pick<
  Collection,
  'id' | 'mintAddress' | 'marketAddress' | 'vaultAddress' | 'escrowAddress' | 'collectionAddress'
>

interface Prepared {
  readonly swap: PreparedSwap
  readonly expected: ExpectedSwap
}

export const swapFlow = (
  collection: SwappedCollection,
  patience = PATIENCE,
): Flow<AskedSwap, Prepared, SwapSteps, ConfirmedSwap> => ({
  prepare: async (asked, { walletAddress, programAddress }) => {
    const { id: collectionId, mintAddress } = collection
    const mint = mintAddress as Address
    const mints = await Promise.all(
      (asked.chosen ?? []).map((index) => deriveNftMintAddress(programAddress as Address, mint, index)),
    )
    const swap = await apiPost<PreparedSwap>(`/api/hybrid/${asked.kind}`, {
      collectionId,
      userWallet: walletAddress,
      ...askedFee(asked),
      ...(asked.chosen === undefined
        ? { count: asked.quote.count, mintNew: asked.mintNew }
        : { nftMints: mints }),
      ...(asked.kind === 'buy' || asked.kind === 'sell' ? { slippage: Number(asked.slippageBps) / 100 } : {}),
    })
    const { marketAddress, vaultAddress, escrowAddress, collectionAddress } = collection
    const expected: ExpectedSwap = {
      programAddress,
      walletAddress,
      mintAddress,
      marketAddress,
      vaultAddress,
      escrowAddress,
      collectionAddress,
      userCoinsAddress: await deriveAssociatedAddress(walletAddress as Address, mint),
      kind: asked.kind,
      count: asked.quote.count,
      chosen: asked.chosen?.map((index, at) => ({ index, mintAddress: mints[at] ?? '' })),
      mintCountMax: asked.mintCount,
      lamportsInMax: asked.quote.lamportsBound,
      lamportsOutMin: asked.quote.lamportsBound,
    }
    return { swap, expected }
  },
  wiresOf: ({ swap }) => swap.transactions,
  priorityFeeLamports: ({ priorityFeeLamports = 0n }) => priorityFeeLamports,
  verify: (wires, _asked, { expected }) => verifySwap(wires, expected),
  worse: ({ swap }, asked) => {
    const offered = offeredSwap(asked, swap)
    if (!isWorse(offered, asked)) return undefined
    const slippageBps = remainingSlippageBps(offered, asked)
    return { offered, again: slippageBps === undefined ? undefined : { ...asked, slippageBps } }
  },
  submit: (signedTransaction, { kind }, _prepared, { walletAddress: userWallet }) => {
    const path = kind === 'capture' || kind === 'buy' ? 'capture' : 'release'
    const body = { collectionId: collection.id, userWallet, signedTransaction }
    return apiPost(`/api/hybrid/${path}/confirm`, body)
  },
  patience,
})

/** What the server offers, as the card would have shown it. */
function offeredSwap(asked: AskedSwap, { cost, steps, transactions }: PreparedSwap): AskedSwap {
  const nfts = steps.flatMap((step) => step.nfts)
  return {
    ...asked,
    mintCount: nfts.filter(({ source }) => source === 'mint').length,
    quote: {
      ...asked.quote,
      count: nfts.length,
      ...amountsOf(cost),
      priceImpactBps: BigInt(cost.priceImpactBps),
      transactionCount: transactions.length,
    },
  }
}

function amountsOf(cost: SwapCost) {
  return {
    baseUnits: baseUnits(BigInt(cost.baseUnits)),
    lamports: lamports(BigInt(cost.lamports)),
    lamportsBound: lamports(BigInt(cost.lamportsBound)),
    feeLamports: lamports(BigInt(cost.feeLamports)),
    rentLamports: lamports(BigInt(cost.rentLamports)),
    rentBackLamports: lamports(BigInt(cost.rentBackLamports)),
    networkFeeLamports: lamports(BigInt(cost.networkFeeLamports)),
  }
}
