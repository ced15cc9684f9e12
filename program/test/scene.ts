// A market on which every instruction can be asked for: what the tests of bounds and nets begin with.
import { Chain, type Coin, NFT_PRICE, SOL, wallet } from './harness.ts'

export const creator = wallet(1)
export const user = wallet(2)
export const payer = wallet(9)

export interface Scene {
  readonly chain: Chain
  readonly coin: Coin
}

/** `user` has coins for a hundred NFTs, and NFT 1; the escrow has NFT 3. Whoever is named as a signer has signed. */
export async function openScene(): Promise<Scene> {
  const chain = await Chain.open()
  for (const one of [creator, user, payer]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.launched(creator, {}, 1)
  const buy = await chain.buyExactOut(user, coin, 102n * NFT_PRICE, SOL)
  chain.must([await chain.createCoinAccount(user, coin), buy], user)
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 3)], user)
  chain.must(await chain.release(user, coin, 3), user)
  return { chain, coin }
}
