// What a wallet holds, straight from the chain, and the faucet of Demo Mode.
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import type { Chain } from '../chain/chain.ts'
import { deriveAssociatedAddress } from '../chain/program/addresses.ts'
import { holdingIn } from '../chain/program/token-2022.ts'
import { Refusal } from '../core/errors.ts'
import { parse, parseAddress } from '../wire/http.ts'
import { fundRequestSchema, type Wallet, walletQuerySchema } from './contract.ts'

export interface ProfileDeps {
  readonly chain: Chain
  readonly collections: {
    mintOf(idOrMint: string): Promise<{ readonly id: string; readonly mintAddress: Address }>
  }
  /** Undefined outside Demo Mode. */
  readonly faucet:
    | ((walletAddress: Address) => Promise<{ readonly lamports: bigint; readonly signature: string }>)
    | undefined
}

export function profileRoutes(app: FastifyInstance, { chain, collections, faucet }: ProfileDeps): void {
  app.get<{ Params: { address: string } }>(
    '/api/wallet/:address',
    async ({ params, query }): Promise<Wallet> => {
      const walletAddress = parseAddress(params.address)
      const { collectionId } = parse(walletQuerySchema, query)
      if (collectionId === undefined) {
        const [account] = await chain.loadAccounts([walletAddress])
        return { walletAddress, lamports: (account?.lamports ?? 0n).toString(), coin: null }
      }
      const { id, mintAddress } = await collections.mintOf(collectionId)
      const coinAccountAddress = await deriveAssociatedAddress(walletAddress, mintAddress)
      const [account, coinAccount] = await chain.loadAccounts([walletAddress, coinAccountAddress])
      const held = holdingIn(coinAccount)
      return {
        walletAddress,
        lamports: (account?.lamports ?? 0n).toString(),
        coin: {
          collectionId: id,
          mintAddress,
          baseUnits: (held?.baseUnits ?? 0n).toString(),
          hasAccount: held !== undefined,
        },
      }
    },
  )

  app.post(
    '/api/demo/fund',
    { config: { rateLimit: { max: 20, timeWindow: '1 hour' } } },
    async ({ body }) => {
      if (!faucet) throw new Refusal('demoOnly')
      const { lamports, signature } = await faucet(parseAddress(parse(fundRequestSchema, body).walletAddress))
      return { lamports: lamports.toString(), signature }
    },
  )
}
