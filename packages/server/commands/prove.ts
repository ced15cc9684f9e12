// `npm run prove`: proves every coin of a chain from the terminal, by the same rules as the panel on a coin's page, and
// adds up every holder's account besides. Reads from any node by JSON-RPC and trusts this site with nothing but the list
// of coins, and with that only where the node does not list them. Pictures and texts come from any server or gateway, and are
// hashed here. Ends with 1 when one coin does not hold, or its picture or texts do not.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAddress } from '@twinmint/sdk/core/address'
import { decodeMetadata, decodeMint, EXTENSION } from '@twinmint/sdk/program/mint'
import { fieldOf, RpcFailure, rpcCaller } from '@twinmint/sdk/program/rpc'
import type { Ask } from '@twinmint/sdk/proof/answers'
import type { ContentProof } from '@twinmint/sdk/proof/content/rules'
import type { ProofLine } from '@twinmint/sdk/proof/lines'
import { type Proof, proveCoin } from '@twinmint/sdk/proof/proof-rules'
import { type CoinReading, listCoins, readCoin, readProgramCode } from '@twinmint/sdk/proof/reading'
import { amountText } from '@twinmint/sdk/proof/sums'
import { readCommand } from '../main/commands.mjs'
import { readConfig } from '../main/config.ts'
import { ROOT } from '../main/root.ts'
import { CONTENT_WORDS, ContentCount } from './prove-content.ts'

const PUBLISHED_FILE = join(ROOT, 'program', 'twinmint.so.json')

/** What was asked for makes no sense, or nothing answers it. */
class ProveError extends Error {}

try {
  process.exitCode = (await prove()) ? 0 : 1
} catch (error) {
  const known = error instanceof ProveError || error instanceof RpcFailure
  console.error(`Nothing was proven: ${known ? error.message : String(error)}`)
  process.exitCode = 2
}

async function prove(): Promise<boolean> {
  const asked = readArguments()
  const ask = rpcCaller(asked.rpcUrl)
  const programAddress = asked.programAddress ?? (await programOfServer(asked.rpcUrl))
  if (!isAddress(programAddress)) throw new ProveError(`"${programAddress}" is not a program's address.`)
  console.log(`Program ${programAddress} at ${asked.rpcUrl}`)
  console.log(await codeText(ask, programAddress))
  const gateway = asked.gateway ?? (await serverAt(asked.rpcUrl))
  const contents = new ContentCount(gateway)
  const mints = asked.mint === undefined ? await coinsOf(ask, programAddress, asked.rpcUrl) : [asked.mint]
  let broken = 0
  let notCounted = 0
  let trusted: readonly ProofLine[] = []
  for (const mintAddress of mints) {
    const { reading, proof } = await proveOne(ask, programAddress, mintAddress)
    const content = await contents.prove(reading)
    trusted = proof.lines.filter(({ verdict }) => verdict === 'trust')
    if (proof.broken > 0 || content?.state === 'broken') broken += 1
    if (reading.nftMarket === undefined) notCounted += 1
    printCoin(reading, proof, content, asked.allLines)
  }
  for (const { title, finding } of trusted) console.log(`To trust: ${title}: ${finding}`)
  const holding = mints.length - broken
  console.log(`${holding} of ${mints.length} ${mints.length === 1 ? 'coin' : 'coins'} hold to the unit.`)
  if (notCounted > 0)
    console.log(`Not counted in ${notCounted} of them: listings and offers, which this node does not list.`)
  for (const sentence of contents.sentences()) console.log(sentence)
  return broken === 0
}

function readArguments() {
  const { values } = readCommand('prove')
  const said = (name: string) => values[name]?.toString()
  const [programAddress, mint, gateway] = [said('program'), said('coin'), said('gateway')]
  const rpcUrl = said('rpc') ?? `http://127.0.0.1:${readConfig().port}/rpc`
  for (const [name, url] of Object.entries({ rpc: rpcUrl, gateway }))
    if (url !== undefined && (!/^https?:\/\//.test(url) || !URL.canParse(url)))
      throw new ProveError(`--${name} must be an http:// or https:// address.`)
  if (mint !== undefined && !isAddress(mint)) throw new ProveError(`"${mint}" is not a coin's address.`)
  return { rpcUrl, programAddress, mint, gateway, allLines: values['lines'] === true }
}

async function fromServer(rpcUrl: string, path: string): Promise<unknown> {
  const response = await fetch(new URL(path, rpcUrl)).catch(() => undefined)
  return response?.ok === true ? ((await response.json()) as unknown) : undefined
}

/** The Twinmint server that answers beside a node's address; undefined where none does. */
async function serverAt(rpcUrl: string): Promise<string | undefined> {
  const config = await fromServer(rpcUrl, '/api/config').catch(() => undefined)
  return typeof fieldOf(config, 'programAddress') === 'string' ? new URL(rpcUrl).origin : undefined
}

async function programOfServer(rpcUrl: string): Promise<string> {
  const address = fieldOf(await fromServer(rpcUrl, '/api/config'), 'programAddress')
  if (typeof address === 'string') return address
  throw new ProveError(`No Twinmint server answers at ${new URL(rpcUrl).origin}: say --program ADDRESS.`)
}

/** Of the node itself where it lists them; else of the server beside it. */
async function coinsOf(ask: Ask, programAddress: string, rpcUrl: string): Promise<readonly string[]> {
  try {
    return (await listCoins(ask, programAddress)).toSorted()
  } catch (error) {
    const listed = await coinsOfServer(rpcUrl)
    if (listed !== undefined) return listed
    throw error
  }
}

async function coinsOfServer(rpcUrl: string): Promise<readonly string[] | undefined> {
  const mints: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const url = new URL(`/api/collections?limit=100&sort=created${query}`, rpcUrl)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok !== true) return undefined
    for (const each of (await response.json()) as unknown[]) {
      const mint = fieldOf(each, 'mintAddress')
      if (typeof mint === 'string' && isAddress(mint)) mints.push(mint)
    }
    cursor = response.headers.get('x-next-cursor')
  }
  return mints
}

/** What the node does not list is left out: the mint's own count stands for its accounts then. */
async function proveOne(
  ask: Ask,
  programAddress: string,
  mintAddress: string,
): Promise<{ readonly reading: CoinReading; readonly proof: Proof }> {
  const reading = await readCoin(ask, {
    programAddress,
    mintAddress,
    countHolders: true,
    countNftMarket: true,
  })
  return { reading, proof: proveCoin(reading) }
}

function printCoin(
  reading: CoinReading,
  { slot, lines, broken, isGraduated }: Proof,
  content: ContentProof | undefined,
  allLines: boolean,
): void {
  const mark = broken === 0 && content?.state !== 'broken' ? 'holds ' : 'BROKEN'
  const supply = lines
    .find(({ id }) => id === 'supply')
    ?.sum?.parts.find(({ label }) => label.startsWith('With'))
  const market = reading.accounts.market
  const facts = [
    `slot ${slot}`,
    ...(market === undefined ? [] : [amountText('SOL', market.lamports)]),
    ...(supply === undefined
      ? []
      : [
          `${amountText('coins', supply.amount)} ${supply.label.slice(0, 1).toLowerCase()}${supply.label.slice(1)}`,
        ]),
    ...nftMarketFacts(reading),
    ...(isGraduated ? ['migrated'] : []),
    ...(content === undefined ? [] : [CONTENT_WORDS[content.state]]),
  ]
  console.log(`${mark}  ${reading.addresses.mint}  ${symbolOf(reading)}  ${facts.join(', ')}`)
  for (const line of [...lines, ...(content?.lines ?? [])])
    if (line.verdict === 'broken' || line.verdict === 'unread' || allLines)
      console.log(`        ${line.verdict}: ${line.title}: ${line.finding}`)
}

function nftMarketFacts({ nftMarket }: CoinReading): readonly string[] {
  if (nftMarket === undefined) return []
  const { listings, offers } = nftMarket
  const locked = offers.reduce((sum, { priceLamports }) => sum + priceLamports, 0n)
  return [
    ...(listings.length === 0 ? [] : [`${listings.length} listed`]),
    ...(offers.length === 0 ? [] : [`${amountText('SOL', locked)} in offers`]),
  ]
}

/** As the mint has it; whoever launched it chose the text, so only letters, digits and the like are printed. */
function symbolOf({ accounts }: CoinReading): string {
  try {
    const { extensions } = decodeMint(accounts.mint?.data ?? new Uint8Array())
    const metadata = extensions.find(({ type }) => type === EXTENSION.metadata)
    return metadata === undefined
      ? '?'
      : decodeMetadata(metadata).symbol.replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '')
  } catch {
    return '?'
  }
}

async function codeText(ask: Ask, programAddress: string): Promise<string> {
  const code = await readProgramCode(ask, programAddress)
  if (code === undefined) return 'Code: none is deployed at this address.'
  const { sha256, bytes } = JSON.parse(readFileSync(PUBLISHED_FILE, 'utf8')) as {
    sha256: string
    bytes: number
  }
  const hash = createHash('sha256').update(code.subarray(0, bytes)).digest('hex')
  const isPublished = hash === sha256 && code.subarray(bytes).every((byte) => byte === 0)
  return isPublished
    ? `Code: byte for byte that of program/twinmint.so (sha256 ${sha256})`
    : `Code: NOT that of program/twinmint.so (sha256 ${sha256}): another program, or another version of it.`
}
