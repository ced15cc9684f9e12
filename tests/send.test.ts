// Sending over the API: to the unit and the lamport on both sides, the index told at once, and what is not sent here.
import type { Address } from '@solana/kit'
import type { Holders } from '@twinmint/sdk/api/history/activity-contract'
import type { NftDetail } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Portfolio } from '@twinmint/sdk/api/people/contract'
import type { Position } from '@twinmint/sdk/api/positions/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft, UserNfts } from '@twinmint/sdk/api/records/nft'
import type { PreparedSend, RecipientWire } from '@twinmint/sdk/api/send/contract'
import { TOKEN_ACCOUNT_RENT } from '@twinmint/sdk/core/rent'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { deriveAssociatedAddress, deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { createCoinAccountInstruction, transferInstruction } from '@twinmint/sdk/program/token-2022'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { type Client, createClient, sendAndConfirm, swap } from './client.ts'
import { readLive } from './live.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { demandMemosFor, sendTokens } from './tokens.ts'
import { memoOf, rewritten, transferOf } from './wallet-additions.ts'

let server: ServerProcess
let alice: Client
let coin: Collection
let other: Collection

const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const unitsOf = async (client: Client, of = coin) =>
  BigInt((await client.wallet(of.id)).coin?.baseUnits ?? '0')
const lamportsOf = async (client: Client) => BigInt((await client.wallet()).lamports)
const nftsOf = async (client: Client) =>
  (await client.get<UserNfts>(`/api/user/nfts/${client.address}`)).nfts.map(({ tokenId }) => tokenId)
const stranger = () => createClient(server.origin)

type SendRequest = Partial<Record<'amount' | 'collectionId' | 'priorityFeeLamports', string>> & {
  readonly tokenId?: number
}
const prepare = (from: Client, to: string, request: SendRequest) =>
  from.post<PreparedSend>('/api/send/create-transaction', {
    collectionId: coin.id,
    senderAddress: from.address,
    recipientAddress: to,
    ...request,
  })
const execute = (from: Client, transaction: string, collectionId = coin.id) =>
  from.post<{ signature: string; collection: Collection }>('/api/send/execute', {
    collectionId,
    signedTransaction: from.sign(transaction),
  })
async function send(from: Client, to: string, request: SendRequest) {
  const prepared = await prepare(from, to, request)
  return { prepared, ...(await execute(from, prepared.transaction)) }
}
const recipientOf = (address: string, more = '') =>
  alice.get<RecipientWire>(`/api/send/recipient?collectionId=${coin.id}&recipientAddress=${address}${more}`)

beforeAll(async () => {
  server = await startServerProcess()
  alice = createClient(server.origin)
  await alice.airdrop(10)
  const image = await plainPicture('#35c5ff')
  coin = await alice.launch({ name: 'Sent Frog', symbol: 'SENT', devBuyAmount: '1' }, image)
  other = await alice.launch({ name: 'Other Frog', symbol: 'OTHR', devBuyAmount: '0.2' }, image)
  await swap(alice, 'capture', coin.id, { count: 3 })
})
afterAll(() => server.remove())

describe('coins', () => {
  test('arrive to the unit, for exactly what was said, at a wallet that was never used', async () => {
    const bob = stranger()
    expect(await recipientOf(bob.address)).toEqual({
      standing: 'unused',
      createsAccount: true,
      rentLamports: TOKEN_ACCOUNT_RENT.toString(),
    })
    const [units, lamports] = [await unitsOf(alice), await lamportsOf(alice)]
    const first = await send(alice, bob.address, { amount: '1234.567891' })
    expect(first.prepared).toMatchObject({
      units: '1234567891',
      createsAccount: true,
      rentLamports: TOKEN_ACCOUNT_RENT.toString(),
      networkFeeLamports: '5000',
    })
    expect(first.collection.id).toBe(coin.id)
    expect(await unitsOf(alice)).toBe(units - 1_234_567_891n)
    expect(await unitsOf(bob)).toBe(1_234_567_891n)
    expect(lamports - (await lamportsOf(alice))).toBe(TOKEN_ACCOUNT_RENT + 5_000n)
    // The account is made once.
    const second = await send(alice, bob.address, { amount: '0.000001' })
    expect(second.prepared).toMatchObject({ createsAccount: false, rentLamports: '0' })
    expect(await unitsOf(bob)).toBe(1_234_567_892n)
    expect(lamports - (await lamportsOf(alice))).toBe(TOKEN_ACCOUNT_RENT + 10_000n)
    // That it holds the coin does not make it a wallet with SOL; SOL does.
    expect(await recipientOf(bob.address)).toMatchObject({ standing: 'unused', createsAccount: false })
    await bob.airdrop(1)
    expect(await recipientOf(bob.address)).toMatchObject({ standing: 'wallet', rentLamports: '0' })
  })

  test('stand in both profiles, positions and the list of holders at once, and both wallets’ pages are told', async () => {
    const bob = stranger()
    const live = await readLive(server.origin, `wallet:${alice.address},wallet:${bob.address}`)
    await send(alice, bob.address, { amount: '2000000' })
    const told = () => live.events().flatMap((event) => (event.type === 'wallet' ? event.walletAddress : []))
    await expect.poll(told).toEqual([alice.address, bob.address])
    live.stop()
    const portfolio = await bob.get<Portfolio>(`/api/user/portfolio?walletAddress=${bob.address}`)
    expect(portfolio.holdings).toMatchObject([{ collection: { id: coin.id }, baseUnits: '2000000000000' }])
    // No cost is known of what came so, and no result is made of what went.
    const position = (wallet: string) => bob.get<Position>(`/api/collections/${coin.id}/position/${wallet}`)
    expect(await position(bob.address)).toMatchObject({
      baseUnits: '2000000000000',
      transferredBaseUnits: '2000000000000',
      knownBaseUnits: '0',
      costLamports: '0',
      realisedLamports: '0',
      averageCost: null,
    })
    const own = await position(alice.address)
    expect(own.realisedLamports).toBe('0')
    expect(BigInt(own.transferredBaseUnits) <= -2_000_000_000_000n).toBe(true)
    const { holders } = await bob.get<Holders>(`/api/collections/${coin.id}/holders`)
    expect(holders.find(({ ownerAddress }) => ownerAddress === bob.address)).toMatchObject({
      baseUnits: '2000000000000',
    })
    // Once the coins are gone again, the profile does not list them.
    await bob.airdrop(1)
    await send(bob, alice.address, { amount: '2000000' })
    expect(await unitsOf(bob)).toBe(0n)
    expect((await bob.get<Portfolio>(`/api/user/portfolio?walletAddress=${bob.address}`)).holdings).toEqual(
      [],
    )
  })

  test('are sent first for what was offered, and not a lamport more', async () => {
    const bob = stranger()
    await send(alice, bob.address, { amount: '1' })
    const before = await lamportsOf(alice)
    const { prepared } = await send(alice, bob.address, { amount: '1', priorityFeeLamports: '20000' })
    expect(prepared.networkFeeLamports).toBe('25000')
    expect([24_999n, 25_000n]).toContain(before - (await lamportsOf(alice)))
  })

  test('handed in twice are sent once', async () => {
    const bob = stranger()
    const { transaction } = await prepare(alice, bob.address, { amount: '5' })
    const [first, second] = await Promise.all([execute(alice, transaction), execute(alice, transaction)])
    expect(second.signature).toBe(first.signature)
    expect((await execute(alice, transaction)).signature).toBe(first.signature)
    expect(await unitsOf(bob)).toBe(5_000_000n)
  })

  test('that arrived are known to have, also where their account was closed since', async () => {
    const bob = stranger()
    await bob.airdrop(1)
    await send(alice, bob.address, { amount: '1' })
    const { transaction } = await prepare(alice, bob.address, { amount: '2' })
    const { signature } = await execute(alice, transaction)
    const owner = bob.address as Address
    const account = await deriveAssociatedAddress(owner, coin.mintAddress as Address)
    const { transaction: back } = await prepare(bob, alice.address, { amount: '3' })
    const close = {
      programAddress: TOKEN_2022_PROGRAM,
      accounts: [
        { address: account, signer: false, writable: true },
        { address: owner, signer: true, writable: true },
        { address: owner, signer: true, writable: true },
      ],
      data: Uint8Array.of(9),
    }
    await sendAndConfirm(bob, bob.sign(rewritten(back, (all) => [...all, close])))
    expect((await execute(alice, transaction)).signature).toBe(signature)
  })

  test('of another coin go only under its own name', async () => {
    const bob = stranger()
    const prepared = await prepare(alice, bob.address, { amount: '7', collectionId: other.id })
    await expect(execute(alice, prepared.transaction)).rejects.toEqual(failure(400, 'wrongTransaction'))
    await execute(alice, prepared.transaction, other.id)
    expect(await unitsOf(bob, other)).toBe(7_000_000n)
  })
})

describe('an NFT', () => {
  test('changes its owner, and everybody sees it at once', async () => {
    const bob = stranger()
    const before = await nftsOf(alice)
    const [tokenId = 0] = before
    const lamports = await lamportsOf(alice)
    const { prepared, signature } = await send(alice, bob.address, { tokenId })
    expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    expect(prepared).toMatchObject({ units: '1', createsAccount: true })
    expect(lamports - (await lamportsOf(alice))).toBe(TOKEN_ACCOUNT_RENT + 5_000n)
    const { nft } = await bob.get<NftDetail>(`/api/collections/${coin.id}/nfts/${tokenId}`)
    expect(nft.ownerAddress).toBe(bob.address)
    expect(await nftsOf(bob)).toEqual([tokenId])
    expect(await nftsOf(alice)).toEqual(before.slice(1))
    // It is his: he sends it back, and it is hers again.
    await expect(send(alice, bob.address, { tokenId })).rejects.toEqual(failure(409, 'nftNotHeld'))
    await bob.airdrop(1)
    await send(bob, alice.address, { tokenId })
    expect(await nftsOf(alice)).toEqual(before)
    // And can be given back for its coins, as any that was captured.
    const [held] = (await alice.get<UserNfts>(`/api/user/nfts/${alice.address}`)).nfts as readonly Nft[]
    await swap(alice, 'release', coin.id, { nftMints: [held?.mintAddress ?? ''] })
  })

  test('that nobody has, or that is not minted, is not sent', async () => {
    const bob = stranger()
    for (const tokenId of [1_000, 1])
      await expect(prepare(bob, alice.address, { tokenId })).rejects.toEqual(failure(409, 'nftNotHeld'))
    await expect(prepare(alice, bob.address, { tokenId: 1_001 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('is not prepared', () => {
  test('to anything but another wallet', async () => {
    const { programAddress } = await alice.get<SiteConfig>('/api/config')
    const { market, escrow, vault } = await deriveMarketAddresses(
      programAddress as Address,
      coin.mintAddress as Address,
    )
    const own = await deriveAssociatedAddress(alice.address as Address, coin.mintAddress as Address)
    const places = [
      market,
      escrow,
      vault,
      own,
      coin.mintAddress,
      programAddress,
      TOKEN_2022_PROGRAM,
      SYSTEM_PROGRAM,
    ]
    for (const address of places) {
      await expect(recipientOf(address), address).rejects.toEqual(failure(400, 'recipientNotWallet'))
      await expect(prepare(alice, address, { amount: '1' }), address).rejects.toEqual(
        failure(400, 'recipientNotWallet'),
      )
    }
    // A 1 in front is a byte too many. Behind, one address in some sixty would be another wallet’s.
    for (const address of ['frog', '0x52908400098527886E0F7030069857D2E4169EE7', `1${alice.address}`])
      await expect(prepare(alice, address, { amount: '1' }), address).rejects.toMatchObject({ status: 400 })
    await expect(prepare(alice, alice.address, { amount: '1' })).rejects.toEqual(failure(400, 'sendToSelf'))
  })

  test('of an amount that is none, is more than is held, or is not one thing', async () => {
    const bob = stranger()
    const refusals: readonly (readonly [SendRequest, string])[] = [
      [{ amount: '0' }, 'amountZero'],
      [{ amount: '-5' }, 'amountZero'],
      [{ amount: 'all' }, 'amountZero'],
      [{ amount: '0.0000001' }, 'amountUnclear'],
      [{ amount: '1000000000' }, 'insufficientBaseUnits'],
      [{ amount: '1', tokenId: 1 }, 'badRequest'],
      [{}, 'badRequest'],
      [{ amount: '1', collectionId: 'nothing' }, 'collectionNotFound'],
    ]
    for (const [request, code] of refusals)
      await expect(prepare(alice, bob.address, request), JSON.stringify(request)).rejects.toMatchObject({
        code,
      })
    // Without SOL nothing is sent, whatever is held.
    await send(alice, bob.address, { amount: '3' })
    await expect(prepare(bob, alice.address, { amount: '1' })).rejects.toMatchObject({
      code: 'insufficientLamports',
    })
  })
})

describe('is not sent here', () => {
  test('what is no send, or another than this product’s', async () => {
    const bob = stranger()
    const { transaction } = await prepare(alice, bob.address, { amount: '2' })
    const mint = coin.mintAddress as Address
    const [payer, to] = [alice.address as Address, bob.address as Address]
    const [source, destination] = await Promise.all([
      deriveAssociatedAddress(payer, mint),
      deriveAssociatedAddress(to, mint),
    ])
    const account = await createCoinAccountInstruction({ payer, wallet: to, mint })
    const move = { owner: payer, source, mint, destination, units: 2_000_000n, decimals: 6 }
    const random = createKeypair().address
    const made: Record<string, Parameters<typeof rewritten>[1]> = {
      nothing: () => [memoOf('hi')],
      'SOL alone': () => [transferOf(payer, to, 1n)],
      'an account alone': () => [account],
      'coins twice': (all) => [...all, transferInstruction({ ...move, units: 1n })],
      'to an account that is not the wallet’s own': () => [
        account,
        transferInstruction({ ...move, destination: random }),
      ],
      'in other decimals': () => [account, transferInstruction({ ...move, decimals: 0 })],
      'a mint that is not ours': () => [account, transferInstruction({ ...move, mint: random })],
      'from another account': () => [account, transferInstruction({ ...move, source: random })],
      'by an instruction that is not whole': (all) =>
        all.map((each) => ({ ...each, data: Uint8Array.of(1) })),
    }
    for (const [name, rewrite] of Object.entries(made))
      await expect(execute(alice, rewritten(transaction, rewrite)), name).rejects.toEqual(
        failure(400, 'wrongTransaction'),
      )
    // That nobody has the account may be news that this node has not heard.
    await expect(
      execute(
        alice,
        rewritten(transaction, () => [transferInstruction(move)]),
      ),
    ).rejects.toMatchObject({ code: 'chainUnavailable' })
    await expect(
      alice.post('/api/send/execute', { collectionId: coin.id, signedTransaction: transaction }),
    ).rejects.toMatchObject({ code: 'signatureInvalid' })
    // A trade is none either, and a send no trade.
    const trade = await alice.post<{ transaction: string }>('/api/trades/create-transaction', {
      collectionId: coin.id,
      traderAddress: payer,
      type: 'BUY',
      amount: '0.01',
    })
    await expect(execute(alice, trade.transaction)).rejects.toEqual(failure(400, 'wrongTransaction'))
    await expect(
      alice.post('/api/trades/execute', { signedTransaction: alice.sign(transaction) }),
    ).rejects.toEqual(failure(400, 'wrongTransaction'))
    expect(await unitsOf(bob)).toBe(0n)
    // What a wallet adds by itself changes nothing of that.
    await execute(
      alice,
      rewritten(transaction, (all) => [...all, memoOf('for Bob'), transferOf(payer, to, 900_000n)]),
    )
    expect(await unitsOf(bob)).toBe(2_000_000n)
  })

  test('what the market’s own account would get, by whatever page it was prepared', async () => {
    const { programAddress } = await alice.get<SiteConfig>('/api/config')
    const mint = coin.mintAddress as Address
    const { market, vault } = await deriveMarketAddresses(programAddress as Address, mint)
    const bob = stranger()
    const { transaction } = await prepare(alice, bob.address, { amount: '2' })
    const owner = alice.address as Address
    const source = await deriveAssociatedAddress(owner, mint)
    const before = await alice.get<Collection>(`/api/collections/${coin.id}`)
    const toMarket = rewritten(transaction, () => [
      transferInstruction({ owner, source, mint, destination: vault, units: 2_000_000n, decimals: 6 }),
    ])
    expect(market).toBe(before.marketAddress)
    await expect(execute(alice, toMarket)).rejects.toEqual(failure(400, 'recipientNotWallet'))
  })
})

test('an NFT that was sent past this server is sent on from where it is', async () => {
  const [bob, carol] = [stranger(), stranger()]
  await bob.airdrop(1)
  const [nft] = (await alice.get<UserNfts>(`/api/user/nfts/${alice.address}`)).nfts
  await sendTokens(alice, bob, { mint: nft?.mintAddress ?? '', units: 1n, decimals: 0 })
  await send(bob, carol.address, { tokenId: nft?.tokenId ?? 0 })
  expect(await nftsOf(carol)).toEqual([nft?.tokenId])
  expect(await nftsOf(bob)).toEqual([])
})

test('an account that takes only what comes with a memo is told of', async () => {
  const bob = stranger()
  await bob.airdrop(1)
  await send(alice, bob.address, { amount: '1' })
  await demandMemosFor(bob, coin.mintAddress)
  await expect(recipientOf(bob.address)).rejects.toEqual(failure(409, 'recipientNeedsMemo'))
  await expect(prepare(alice, bob.address, { amount: '1' })).rejects.toEqual(
    failure(409, 'recipientNeedsMemo'),
  )
})
