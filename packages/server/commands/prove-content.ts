// What `npm run prove` says of pictures and texts: fetched from any server or gateway, hashed here, and compared by the rules of the
// panel on a coin's page. It must not believe whoever answers.
import { type NamedContent, namedBy } from '@twinmint/sdk/proof/content/mint-metadata'
import { contentFetcher, readContent } from '@twinmint/sdk/proof/content/reading'
import { type ContentProof, proveContent } from '@twinmint/sdk/proof/content/rules'
import type { CoinReading } from '@twinmint/sdk/proof/reading'

/** Public gateways look for what they do not have. */
const GATEWAY_ANSWER_MS = 60_000

/** Beside a coin's other facts. */
export const CONTENT_WORDS = {
  holds: 'picture and texts as launched',
  broken: 'picture or texts NOT as launched',
  unsure: 'picture or texts not all fetched',
} as const

/** Proves pictures and texts, and counts those of which there is nothing to say. */
export class ContentCount {
  readonly #gateway: string | undefined
  #confirmed = 0
  #unsure = 0
  #unnamed = 0
  constructor(gateway: string | undefined) {
    this.#gateway = gateway
  }

  /** Undefined where the coin names no folder, or nobody was said to fetch from. */
  async prove({ accounts }: CoinReading): Promise<ContentProof | undefined> {
    const named = namedBy(accounts)
    if (named.cid === undefined) this.#unnamed += 1
    if (named.cid === undefined || this.#gateway === undefined) return undefined
    const proof = await fetchAndProve(this.#gateway, named, named.cid)
    if (proof.state === 'holds') this.#confirmed += 1
    if (proof.state === 'unsure') this.#unsure += 1
    return proof
  }

  sentences(): readonly string[] {
    const from = this.#gateway
    const coins = (count: number) => `${count} ${count === 1 ? 'coin' : 'coins'}`
    return [
      from === undefined
        ? 'Pictures and texts were not checked: say --gateway URL, of a Twinmint server or an IPFS gateway.'
        : `Pictures and texts of ${coins(this.#confirmed)}, fetched from ${from}, are what the chain names.`,
      ...(this.#unsure > 0
        ? [`Not all of them came of ${coins(this.#unsure)}, so not all were checked.`]
        : []),
      ...(this.#unnamed > 0
        ? [`${coins(this.#unnamed)} name no content address, so nobody can check the picture.`]
        : []),
    ]
  }
}

/** Block by block, as gateways answer that serve nothing else. */
async function fetchAndProve(gateway: string, named: NamedContent, cid: string): Promise<ContentProof> {
  const fetching = contentFetcher({ origin: gateway, timeoutMs: GATEWAY_ANSWER_MS })
  return proveContent(named, cid, await readContent(fetching, { cid, by: 'block' }))
}
