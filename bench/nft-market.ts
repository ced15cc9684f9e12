// Durable sales in the NFT market per second as the page makes them: listed, and bought by somebody else, who lists it again.
// Prepared, signed, sent to /rpc, confirmed to the server; 32 pairs of wallets, each on a coin of its own, load generator and server on the same
// machine. A sale counts when the index holds it.
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import { buyListing, createClient, listNfts, swap } from '../tests/client.ts'
import { plainPicture } from '../tests/pictures.ts'
import { runLoops } from './loops.ts'
import { startMeasuredServer } from './server.ts'

const PAIRS = 32
/** Above what the coins bring, and little: the pairs pay each other, and only the fees are gone. */
const PRICE = 5_000_000n

export async function benchNftMarket(seconds: number): Promise<Record<string, number>> {
  const server = await startMeasuredServer()
  try {
    const image = await plainPicture('#ffcf3a')
    const creator = createClient(server.origin)
    await creator.airdrop(10)
    const coins: Collection[] = []
    for (let at = 0; at < PAIRS; at++) coins.push(await creator.launch({ symbol: `C${at}` }, image))
    const wallet = async () => {
      const client = createClient(server.origin)
      await client.airdrop(10)
      return client
    }
    const pairs = await Promise.all(
      coins.map(async ({ id }) => {
        const pair = [await wallet(), await wallet()] as const
        await pair[0].trade('BUY', id, '0.05', 50)
        await swap(pair[0], 'capture', id, { count: 1 })
        const { nfts } = await pair[0].get<UserNfts>(`/api/user/nfts/${id}/${pair[0].address}`)
        return { id, pair, nftMint: nfts[0]?.mintAddress ?? '' }
      }),
    )
    return await runLoops(
      { seconds, count: PAIRS, kinds: ['list', 'buy'], what: 'sales' },
      async (at, { isRunning, timed }) => {
        const of = pairs[at]
        if (!of) return
        let [seller, buyer] = of.pair
        while (isRunning()) {
          await timed('list', () => listNfts(seller, of.id, { [of.nftMint]: PRICE }))
          if (await timed('buy', () => buyListing(buyer, of.id, of.nftMint, 2n * PRICE)))
            [seller, buyer] = [buyer, seller]
        }
      },
    )
  } finally {
    await server.remove()
  }
}
