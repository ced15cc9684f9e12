import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { describe, expect, it, vi } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import { loadAllHeld, type NftState } from './load.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const USER = addressNumber(3)
const RENT = 2_074_080n

/** A Token-2022 account of the wallet's that holds one NFT; `closer` alone may close it. */
function nftAccount(mint: Address, closer?: Address): Uint8Array {
  const data = new Uint8Array(165)
  data.set(addressBytes(mint), 0)
  data.set(addressBytes(USER), 32)
  data[64] = 1
  data[108] = 1
  if (closer !== undefined) {
    data[129] = 1
    data.set(addressBytes(closer), 133)
  }
  return data
}

const stateOf = (edition: number): NftState => {
  const [mint, other] = [addressNumber(100 + edition), addressNumber(200)]
  return {
    nft: {
      edition,
      mint,
      userNft: other,
      escrowNft: other,
      listing: other,
      listedNft: other,
      trace: 0,
    },
    listing: undefined,
    userAccount: undefined,
    dusted: { listing: 0, userNft: 0, escrowNft: 0 },
  }
}

type AccountsCall = (
  owner: Address,
  of: { readonly mint: Address },
) => { readonly send: () => Promise<object> }

/** A node that finds these accounts of the wallet's, by mint, wherever it keeps them. */
function nodeWith(accounts: Readonly<Record<string, Uint8Array>>) {
  const getTokenAccountsByOwner = vi.fn<AccountsCall>((_owner, { mint }) => {
    const data = accounts[mint]
    const account = data && {
      owner: TOKEN_2022_PROGRAM,
      lamports: RENT,
      data: [Buffer.from(data).toString('base64'), 'base64'],
    }
    return { send: async () => ({ value: account ? [{ pubkey: addressNumber(50), account }] : [] }) }
  })
  const chain = { rpc: { getTokenAccountsByOwner } } as unknown as Chain
  return { chain, calls: () => getTokenAccountsByOwner.mock.calls.length }
}

describe('what the wallet holds', () => {
  it('comes back with its account’s rent, unless somebody else alone may close that', async () => {
    const states = [1, 2, 3].map(stateOf)
    const [free, own, closed] = states.map(({ nft }) => nft.mint)
    if (!free || !own || !closed) throw new Error('there are three')
    const { chain } = nodeWith({
      [free]: nftAccount(free),
      [own]: nftAccount(own, USER),
      [closed]: nftAccount(closed, addressNumber(8)),
    })
    const held = await loadAllHeld({ chain }, { user: USER }, states)
    expect(held.map(({ heldLamports }) => heldLamports)).toEqual([RENT, RENT, 0n])
  })

  it('is asked for up to the first that it does not hold', async () => {
    const states = Array.from({ length: 40 }, (_, at) => stateOf(at + 1))
    const first = states[0]?.nft.mint ?? USER
    const { chain, calls } = nodeWith({ [first]: nftAccount(first) })
    await expect(loadAllHeld({ chain }, { user: USER }, states)).rejects.toMatchObject({
      code: 'nftNotHeld',
      message: 'The wallet does not hold #2.',
    })
    expect(calls()).toBe(2)
  })
})
