// The flow of an NFT-market action in the page, against a server that lies.

import { type AskedMarket, decideMarket } from '@twinmint/sdk/actions/nft-market/quote-changes'
import { marketSteps } from '@twinmint/sdk/actions/nft-market/transaction'
import type { Signer } from '@twinmint/sdk/actions/signing/flow'
import type { MarketCost } from '@twinmint/sdk/api/nft-market/action-contract'
import { addressOf } from '@twinmint/sdk/core/address'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { encodeBase64 } from '@twinmint/sdk/core/base64'
import { lamports } from '@twinmint/sdk/core/money'
import {
  deriveMarketAddresses,
  deriveOfferAddress,
  type MarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { encodeTransaction } from '@twinmint/sdk/program/message'
import { afterEach, expect, it, vi } from 'vitest'
import { run } from '../../wallet/run.ts'
import { marketFlow } from './flow.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const MINT = addressNumber(5)
const OTHER_MINT = addressNumber(6)
const offer = {
  priceLamports: lamports(1_000_000_000),
  editions: [1, 2],
  expiresAtSeconds: 2_000n,
  nonce: 7n,
}

afterEach(() => vi.unstubAllGlobals())

function asked(): AskedMarket {
  const shown = decideMarket(
    { kind: 'offer', ...offer },
    {
      collection: {
        reserveLamports: '31000000000',
        reserveBaseUnits: '967741935483871',
        realLamports: '1000000000',
        graduationMarketCapLamports: '420000000000',
        sellFeeBps: 100,
        creatorShareBps: 5_000,
        isGraduated: false,
        openingReserveLamports: '30000000000',
        guardBps: 0,
        guardSeconds: 0,
        createdAt: '2027-01-15T08:00:00.000Z',
      },
      terms: { royaltyBps: 500n, marketFeeBps: 100n },
      holdings: undefined,
      nowSeconds: 1_000n,
    },
  )
  if (shown.asked === undefined) throw new Error('nothing is shown')
  return shown.asked
}

/** Prepares the offer for the NFTs of `addresses`, whatever was asked for, and takes whatever is signed. */
async function stubServer(addresses: MarketAddresses): Promise<void> {
  const plan = {
    kind: 'offer',
    offer: await deriveOfferAddress(PROGRAM, WALLET, offer.nonce),
    ...offer,
  } as const
  const steps = await marketSteps({ programAddress: PROGRAM, user: WALLET, addresses }, plan)
  const transactions = steps.map(({ instructions }) =>
    encodeBase64(encodeTransaction({ feePayer: WALLET, recentBlockhash: addressNumber(7), instructions })),
  )
  const { count: _count, transactionCount: _transactions, ...amounts } = asked().quote
  const cost = Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, amount.toString()]),
  ) as MarketCost
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body: string }) => {
    if (!path.endsWith('/execute')) return Response.json({ transactions, cost })
    const { signedTransaction } = JSON.parse(body) as { readonly signedTransaction: string }
    const signature = encodeBase58(Buffer.from(signedTransaction, 'base64').subarray(1, 65))
    return Response.json({ success: true, signature, done: [] })
  })
}

it('locks a bidder’s SOL for the coin’s own NFTs alone, also where the server names another coin’s market', async () => {
  const [own, other] = await Promise.all(
    [MINT, OTHER_MINT].map((mint) => deriveMarketAddresses(PROGRAM, mint)),
  )
  if (!own || !other) throw new Error('there are two')
  const sign = vi.fn<Signer['sign']>(async (wires) => wires.map((wire) => wire.slice().fill(1, 1, 65)))
  const lie = { id: 'c-1', mintAddress: MINT, marketAddress: other.market, escrowAddress: other.escrow }
  const offerOn = async (addresses: MarketAddresses) => {
    await stubServer(addresses)
    const by = { walletAddress: WALLET, programAddress: PROGRAM, sign }
    return run(marketFlow(lie, { againMs: 2, giveUpMs: 60 }), asked(), by, () => undefined)
  }
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  await expect(offerOn(other)).rejects.toMatchObject({ stage: 'prepare', code: 'mismatch', moved: 'nothing' })
  expect(complaint).toHaveBeenCalledWith(expect.any(String), 'it is of another coin')
  complaint.mockRestore()
  expect(sign).not.toHaveBeenCalled()
  await expect(offerOn(own)).resolves.toMatchObject({ stopped: undefined })
  expect(sign).toHaveBeenCalledOnce()
})
