// An attack with the largest allowed accounts, for tests and benchmarks: makes every reader of accounts read them in the most
// expensive ways. Loopback only.
import { Agent, request } from 'node:http'
import { addressBytes } from '@twinmint/sdk/core/address'
import { type AccountMeta, encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { createKeypair, type Keypair, signTransaction } from '../packages/localnet/keypair.ts'
import { ACCOUNT_BYTES_MAX } from '../packages/localnet/vm.ts'
import { createAccount, reads, token, writes } from '../program/test/tokens.ts'
import { attackerAddress } from './attackers.ts'

const SOL = 1_000_000_000
/** A little more than the rent of the largest account. */
const LAMPORTS = 3_660_000_000n
/** Large accounts per address. */
const ACCOUNTS = 2
const LOOPS = 4

interface Stranger {
  readonly wallet: Keypair
  readonly accounts: Keypair[]
  readonly post: (body: unknown) => Promise<{ readonly status: number; readonly text: string }>
  readonly get: (path: string) => Promise<{ readonly status: number; readonly text: string }>
}

function openStranger(origin: string, index: number): Stranger {
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string, body?: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        localAddress: attackerAddress(index),
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
      }
      const asked = request(`${origin}${path}`, options, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          // Errors are at the beginning of the text.
          if (text.length < 4_000) text += chunk.toString()
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      })
      asked.on('error', reject)
      asked.end(body)
    })
  return {
    wallet: createKeypair(),
    accounts: Array.from({ length: ACCOUNTS }, () => createKeypair()),
    post: (body) => ask('/rpc', JSON.stringify(body)),
    get: (path) => ask(path),
  }
}

const call = (method: string, ...params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
const B64 = { encoding: 'base64' }
const NOTHING = { ...B64, dataSlice: { offset: 0, length: 0 } }

async function sign(
  { post }: Stranger,
  signers: readonly [Keypair, ...Keypair[]],
  instructions: readonly Instruction[],
): Promise<string> {
  const { text } = await post(call('getLatestBlockhash'))
  const { result } = JSON.parse(text) as { result: { value: { blockhash: string } } }
  const feePayer = signers[0].address
  const wire = encodeTransaction({ feePayer, recentBlockhash: result.value.blockhash, instructions })
  return Buffer.from(signTransaction(wire, signers)).toString('base64')
}

/** Creates the stranger's large accounts as token accounts, which programs can read, too. */
async function prepare(stranger: Stranger): Promise<void> {
  const { wallet, accounts, post } = stranger
  await post(call('requestAirdrop', wallet.address, 10 * SOL))
  const mint = createKeypair()
  const make = (account: Keypair, size: number, lamports: bigint) =>
    createAccount({ payer: wallet.address, account: account.address, lamports, size })
  const minted = [
    make(mint, 82, 1_500_000n),
    token([writes(mint.address)], [20, 6, ...addressBytes(wallet.address), 0]),
  ]
  await post(call('sendTransaction', await sign(stranger, [wallet, mint], minted), B64))
  for (const account of accounts) {
    const made = [
      make(account, ACCOUNT_BYTES_MAX, LAMPORTS),
      token([writes(account.address), reads(mint.address)], [18, ...addressBytes(wallet.address)]),
    ]
    await post(call('sendTransaction', await sign(stranger, [wallet, account], made), B64))
  }
}

/** The calls of one stranger in a round; `all` are the accounts of all strangers. */
function roundOf(
  stranger: Stranger,
  all: readonly Keypair[],
): (() => Promise<{ status: number; text: string }>)[] {
  const { wallet, accounts, post, get } = stranger
  const [one = wallet] = accounts
  const addresses = all.map(({ address }) => address)
  const hundred = Array.from({ length: 100 }, () => one.address)
  let lamports = 0
  const paying = async (named: readonly AccountMeta[], much = 0n): Promise<string> => {
    const data = Buffer.alloc(12)
    data.writeUInt32LE(2, 0)
    data.writeBigUInt64LE(BigInt(++lamports) + much, 4)
    const pays = { address: wallet.address, signer: true, writable: true }
    const [transfer, to] = ['11111111111111111111111111111111' as typeof wallet.address, writes(one.address)]
    return sign(stranger, [wallet], [{ programAddress: transfer, accounts: [pays, to, ...named], data }])
  }
  const own = accounts.map(({ address }) => writes(address))
  const sent = (wire: string) => post(call('sendTransaction', wire, B64))
  const tooLarge = createKeypair()
  return [
    () => post(call('getMultipleAccounts', hundred, NOTHING)),
    () => post(call('getMultipleAccounts', [...addresses, ...hundred].slice(0, 100), NOTHING)),
    () => post(call('getMultipleAccounts', addresses.slice(0, 4), B64)),
    () => post(call('getMultipleAccounts', hundred, { encoding: 'jsonParsed' })),
    () => post(call('getTokenAccountsByOwner', wallet.address, { programId: TOKEN_2022 }, B64)),
    () => post(call('getProgramAccounts', TOKEN_2022, NOTHING)),
    () => get(`/api/wallet/${one.address}`),
    // Named accounts above the limit, within it, and in a failing transaction.
    async () => sent(await paying(addresses.slice(0, 10).map(writes))),
    async () => sent(await paying(own)),
    async () => sent(await paying(own, 1n << 60n)),
    async () => {
      const accounts = { addresses: hundred.slice(0, 64), ...NOTHING }
      return post(call('simulateTransaction', await paying(own), { ...B64, accounts }))
    },
    async () => {
      const size = 10 * 1024 * 1024
      const payer = wallet.address
      const made = createAccount({ payer, account: tooLarge.address, lamports: 73_000_000_000n, size })
      return sent(await sign(stranger, [wallet, tooLarge], [made]))
    },
  ]
}
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** Attacks from ten addresses for `rounds` rounds. Resolves with the undocumented answers. */
export async function attackWithLargeAccounts(origin: string, rounds: number): Promise<string[]> {
  const strangers = Array.from({ length: 10 }, (_, index) => openStranger(origin, 1 + index))
  for (const stranger of strangers) await prepare(stranger)
  const all = strangers.flatMap(({ accounts }) => accounts)
  const undocumented: string[] = []
  const attack = async (stranger: Stranger) => {
    const round = roundOf(stranger, all)
    for (let at = 0; at < rounds; at++)
      for (const ask of round) {
        // Without a blockhash there is nothing to sign; continue with the next call.
        const { status, text } = await ask().catch((error: unknown) => ({ status: 0, text: String(error) }))
        if (status >= 500 || text.includes('Internal error'))
          undocumented.push(`${status} ${text.slice(0, 300)}`)
      }
  }
  await Promise.all(strangers.flatMap((stranger) => Array.from({ length: LOOPS }, () => attack(stranger))))
  return undocumented
}
