// Node's WebCrypto has Ed25519, so the real wallet signs here and node:crypto checks.
import { createPublicKey, verify, webcrypto } from 'node:crypto'
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { decodeTransaction, encodeTransaction } from '@twinmint/sdk/program/message'
import { describe, expect, it, vi } from 'vitest'
import { createDemoWallet, type DemoKeys } from './demo-wallet.ts'
import { WalletStore } from './store.ts'

let unkept = 0
const onUnkept = () => void (unkept += 1)

const SYSTEM = '11111111111111111111111111111111' as Address
const BLOCKHASH = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'

function memoryKeys(): DemoKeys {
  let pair: CryptoKeyPair | undefined
  return {
    load: async () => pair,
    save: async (next) => {
      pair = next
    },
  }
}

const transfer = (feePayer: Address, ...others: Address[]) =>
  encodeTransaction({
    feePayer,
    recentBlockhash: BLOCKHASH,
    instructions: [
      {
        programAddress: SYSTEM,
        accounts: [feePayer, ...others].map((address) => ({ address, signer: true, writable: true })),
        data: Uint8Array.of(2, 0, 0, 0),
      },
    ],
  })

function isSignedBy(address: string, signature: Uint8Array, message: Uint8Array): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), addressBytes(address)])
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}

async function connected(keys = memoryKeys()) {
  const wallet = createDemoWallet({ chain: 'solana:localnet', keys, onUnkept })
  const { accounts } = await wallet.features['standard:connect'].connect()
  const account = accounts[0]
  if (account === undefined) throw new Error('no account')
  return { wallet, account, address: account.address as Address }
}

describe('the demo wallet', () => {
  it('signs what asks for its signature, and changes nothing else', async () => {
    const { wallet, account, address } = await connected()
    const wire = transfer(address)
    const [output] = await wallet.features['solana:signTransaction'].signTransaction({
      account,
      transaction: wire,
    })
    const signed = output?.signedTransaction ?? new Uint8Array()
    const { signatures, message } = decodeTransaction(signed)
    expect(isSignedBy(address, signatures[0] ?? new Uint8Array(), message)).toBe(true)
    expect(message).toEqual(decodeTransaction(wire).message)
    expect(decodeTransaction(wire).signatures[0]?.every((byte) => byte === 0)).toBe(true)
  })
  it('writes its signature into its own place and keeps the others', async () => {
    const first = await connected()
    const second = await connected()
    const wire = transfer(first.address, second.address)
    const [one] = await second.wallet.features['solana:signTransaction'].signTransaction({
      account: second.account,
      transaction: wire,
    })
    const [both] = await first.wallet.features['solana:signTransaction'].signTransaction({
      account: first.account,
      transaction: one?.signedTransaction ?? wire,
    })
    const { signatures, message, addresses } = decodeTransaction(both?.signedTransaction ?? wire)
    expect(signatures).toHaveLength(2)
    for (const [at, signature] of signatures.entries())
      expect(isSignedBy(addresses[at] ?? '', signature, message)).toBe(true)
  })
  it('refuses what is not its own, and bytes that are no transaction', async () => {
    const { wallet, account } = await connected()
    const stranger = await connected()
    const { signTransaction } = wallet.features['solana:signTransaction']
    await expect(signTransaction({ account, transaction: transfer(stranger.address) })).rejects.toThrow(
      'does not ask for a signature of this wallet',
    )
    await expect(signTransaction({ account, transaction: Uint8Array.of(1, 2, 3) })).rejects.toThrow(/./)
    await expect(
      signTransaction({ account: stranger.account, transaction: transfer(stranger.address) }),
    ).rejects.toThrow('not connected')
  })
  it('signs several at once, each in its place, or none of them', async () => {
    const { wallet, account, address } = await connected()
    const stranger = await connected()
    const { signTransaction } = wallet.features['solana:signTransaction']
    const wires = [transfer(address), transfer(address, stranger.address), transfer(address)]
    const outputs = await signTransaction(...wires.map((transaction) => ({ account, transaction })))
    expect(outputs).toHaveLength(3)
    for (const [at, { signedTransaction }] of outputs.entries()) {
      const { signatures, message } = decodeTransaction(signedTransaction)
      expect(message).toEqual(decodeTransaction(wires[at] ?? new Uint8Array()).message)
      expect(isSignedBy(address, signatures[0] ?? new Uint8Array(), message)).toBe(true)
    }
    await expect(
      signTransaction(
        { account, transaction: transfer(address) },
        { account, transaction: transfer(stranger.address) },
      ),
    ).rejects.toThrow('does not ask for a signature of this wallet')
  })
  it('signs messages', async () => {
    const { wallet, account, address } = await connected()
    const message = new TextEncoder().encode('sign in')
    const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message })
    expect(isSignedBy(address, output?.signature ?? new Uint8Array(), message)).toBe(true)
  })
  it('is the same wallet at the next visit, and its key cannot be taken out', async () => {
    const keys = memoryKeys()
    const first = await connected(keys)
    const second = await connected(keys)
    expect(second.address).toBe(first.address)
    const pair = await keys.load()
    expect(pair?.privateKey.extractable).toBe(false)
    await expect(webcrypto.subtle.exportKey('pkcs8', pair?.privateKey as CryptoKey)).rejects.toThrow(
      /extractable/,
    )
  })
  it('says in a sentence that the browser has no Ed25519', async () => {
    const generateKey = vi
      .spyOn(crypto.subtle, 'generateKey')
      .mockRejectedValue(new Error('NotSupportedError'))
    await expect(connected()).rejects.toThrow('This browser cannot make Ed25519 keys')
    generateKey.mockRestore()
  })
  it('works through the store as any other wallet does', async () => {
    const wallet = createDemoWallet({ chain: 'solana:localnet', keys: memoryKeys(), onUnkept })
    const nothing = { read: () => null, write: () => undefined, onOtherTab: () => () => undefined }
    const store = new WalletStore({ get: () => [wallet], on: () => () => undefined }, nothing)
    store.setChain('solana:localnet')
    await store.connect('Demo Wallet')
    const address = store.state.address as Address
    const [signed = new Uint8Array()] = await store.signTransactions([transfer(address)])
    const { signatures, message } = decodeTransaction(signed)
    expect(isSignedBy(address, signatures[0] ?? new Uint8Array(), message)).toBe(true)
    await store.disconnect()
    expect(wallet.accounts).toEqual([])
  })
})

it('lasts as long as the page where the browser refuses storage, and writes over no key that it could not read', async () => {
  unkept = 0
  let saved = 0
  const keys = {
    load: () => Promise.reject(new DOMException('Access is denied for this document.', 'SecurityError')),
    save: async () => void (saved += 1),
  }
  const { features } = createDemoWallet({ chain: 'solana:localnet', keys, onUnkept })
  const [first] = (await features['standard:connect'].connect()).accounts
  const [again] = (await features['standard:connect'].connect()).accounts
  expect(first?.address).toBeDefined()
  expect(again?.address).toBe(first?.address)
  expect({ unkept, saved }).toEqual({ unkept: 1, saved: 0 })
})
