// A swap from the card to the chain: one transaction or several, which are signed together.
import type { Address } from '@solana/kit'
import { askedFee, type Flow } from '@twinmint/sdk/actions/signing/flow'
import { type AskedSwap, isWorse, remainingSlippageBps } from '@twinmint/sdk/actions/swap/quote-changes'
import { type ExpectedSwap, type SwapSteps, verifySwap } from '@twinmint/sdk/actions/swap/verify'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { ConfirmedSwap, PreparedSwap, SwapCost } from '@twinmint/sdk/api/swap/contract'
import type { ErrorCode } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { deriveAssociatedAddress, deriveNftMintAddress } from '@twinmint/sdk/program/addresses'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { fieldOf, rpcCaller } from '@twinmint/sdk/program/rpc'
import { apiPost } from '../../data/api.ts'

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
  { rpcUrl, patience = PATIENCE }: { readonly rpcUrl: string; readonly patience?: typeof PATIENCE },
): Flow<AskedSwap, Prepared, SwapSteps, ConfirmedSwap> => ({
  prepare: async (asked, { walletAddress, programAddress }) => {
    const { id: collectionId, mintAddress } = collection
    const mint = mintAddress as Address
    const mints = await Promise.all(
      (asked.chosen ?? []).map((edition) => deriveNftMintAddress(programAddress as Address, mint, edition)),
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
      chosen: asked.chosen?.map((edition, at) => ({ edition, mintAddress: mints[at] ?? '' })),
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
  repeat: {
    wanted: ({ code }, { kind, chosen }) =>
      code !== undefined &&
      QUICKER.has(code) &&
      chosen === undefined &&
      (kind === 'capture' || kind === 'buy'),
    excludes: ([refused = []], next, { walletAddress }) =>
      excludes(refused, next, { walletAddress: walletAddress as Address, rpcUrl }),
  },
})

/** Somebody took a number, or sent SOL to the address of an account that is to be made, a moment before. */
const QUICKER: ReadonlySet<string> = new Set<ErrorCode>(['nftTaken', 'tooManySteps'])

/**
 * A number is minted once. So not both go through where each of the next transactions mints a number that the refused one
 * mints, nor where the chain shows that a number of the refused one is minted already, and not by the refused one itself.
 */
async function excludes(
  refused: SwapSteps[number],
  next: SwapSteps,
  { walletAddress, rpcUrl }: { readonly walletAddress: Address; readonly rpcUrl: string },
): Promise<boolean> {
  const minted = refused.filter(({ source }) => source === 'mint').map(({ mintAddress }) => mintAddress)
  if (minted.length === 0) return false
  const sharesOne = (nfts: SwapSteps[number]) =>
    nfts.some(({ source, mintAddress }) => source === 'mint' && minted.includes(mintAddress))
  if (next.every(sharesOne)) return true
  const own = await Promise.all(minted.map((mint) => deriveAssociatedAddress(walletAddress, mint as Address)))
  const answer = await rpcCaller(rpcUrl)('getMultipleAccounts', [
    [...minted, ...own],
    { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: 0 } },
  ])
  const accounts = fieldOf(answer, 'value')
  if (!Array.isArray(accounts) || accounts.length !== minted.length * 2) return false
  const isMade = accounts.map((each) => fieldOf(each, 'owner') === TOKEN_2022_PROGRAM)
  return isMade.slice(0, minted.length).includes(true) && !isMade.slice(minted.length).includes(true)
}

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
    surchargeLamports: lamports(BigInt(cost.surchargeLamports)),
    rentLamports: lamports(BigInt(cost.rentLamports)),
    rentBackLamports: lamports(BigInt(cost.rentBackLamports)),
    networkFeeLamports: lamports(BigInt(cost.networkFeeLamports)),
  }
}
