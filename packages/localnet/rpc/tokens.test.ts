import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { describe, expect, test } from 'vitest'
import {
  findMint,
  findTokenAccount,
  parsedTokenData,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  uiTokenAmount,
} from './tokens.ts'

const A = 'So11111111111111111111111111111111111111112' as Address
const B = 'SysvarC1ock11111111111111111111111111111111' as Address

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const text = (value: string): Buffer => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)])
const extension = (type: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}

const mintBytes = Buffer.concat([
  u32(1),
  addressBytes(A),
  u64(1_000_000_000_000_000n),
  Buffer.from([6, 1]),
  u32(0),
  Buffer.alloc(32),
])
const tokenBytes = Buffer.concat([
  addressBytes(A),
  addressBytes(B),
  u64(123n),
  u32(1),
  addressBytes(A),
  Buffer.from([2]),
  u32(1),
  u64(890_880n),
  u64(5n),
  u32(0),
  Buffer.alloc(32),
])
const withExtensions = (base: Buffer, kind: number, ...extensions: Buffer[]): Buffer =>
  Buffer.concat([base, Buffer.alloc(165 - base.length), Buffer.from([kind]), ...extensions])

describe('reading token accounts and mints', () => {
  test('every field, in both programs', () => {
    const account = { owner: TOKEN_PROGRAM, data: tokenBytes }
    expect(findTokenAccount(account)).toEqual({
      mint: A,
      owner: B,
      amount: 123n,
      delegate: A,
      state: 'frozen',
      nativeReserve: 890_880n,
      delegatedAmount: 5n,
      closeAuthority: null,
    })
    expect(findMint(account)).toBeUndefined()
    const mint = { owner: TOKEN_2022_PROGRAM, data: mintBytes }
    expect(findMint(mint)).toEqual({
      mintAuthority: A,
      supply: 1_000_000_000_000_000n,
      decimals: 6,
      freezeAuthority: null,
    })
    expect(findTokenAccount(mint)).toBeUndefined()
  })

  test('with extensions, the kind is what the byte says; other owners and sizes are neither', () => {
    const mint = { owner: TOKEN_2022_PROGRAM, data: withExtensions(mintBytes, 1) }
    expect(findMint(mint)?.decimals).toBe(6)
    expect(findTokenAccount(mint)).toBeUndefined()
    const account = { owner: TOKEN_2022_PROGRAM, data: withExtensions(tokenBytes, 2) }
    expect(findTokenAccount(account)?.amount).toBe(123n)
    for (const other of [
      { owner: A, data: tokenBytes },
      { owner: TOKEN_PROGRAM, data: account.data },
      { owner: TOKEN_PROGRAM, data: tokenBytes.subarray(1) },
      { owner: TOKEN_PROGRAM, data: Buffer.alloc(165) },
      { owner: TOKEN_2022_PROGRAM, data: withExtensions(tokenBytes, 3) },
    ])
      expect([findTokenAccount(other), findMint(other)]).toEqual([undefined, undefined])
  })

  test('jsonParsed shows the metadata of a Token-2022 mint, and survives broken extensions', () => {
    const metadata = extension(
      19,
      addressBytes(B),
      addressBytes(A),
      text('Näme'),
      text('SYM'),
      text('https://x/'),
      u32(0),
    )
    const pointer = extension(18, new Uint8Array(32), addressBytes(A))
    const shown = (...extensions: Buffer[]): unknown => {
      const data = withExtensions(mintBytes, 1, ...extensions)
      const found = parsedTokenData({ owner: TOKEN_2022_PROGRAM, data, space: data.length }, () => 6)
      return (found?.['parsed'] as { info?: { extensions: unknown } } | undefined)?.info?.extensions
    }
    expect(shown(pointer, metadata)).toEqual([
      { extension: 'metadataPointer', state: { authority: null, metadataAddress: A } },
      {
        extension: 'tokenMetadata',
        state: {
          updateAuthority: B,
          mint: A,
          name: 'Näme',
          symbol: 'SYM',
          uri: 'https://x/',
          additionalMetadata: [],
        },
      },
    ])
    const broken = extension(19, addressBytes(B), addressBytes(A), u32(4_000_000_000))
    expect(shown(broken)).toEqual([{ extension: 'unparseableExtension' }])
    expect(shown(extension(21, new Uint8Array(3)), extension(999))).toEqual([
      { extension: 'unparseableExtension' },
      { extension: 'unparseableExtension' },
    ])
    expect(shown(Buffer.from([19, 0, 255, 255]))).toEqual([])
  })

  test('amounts as text', () => {
    expect(uiTokenAmount(0n, 6)).toEqual({ amount: '0', decimals: 6, uiAmount: 0, uiAmountString: '0' })
    expect(uiTokenAmount(1_500_000n, 6)['uiAmountString']).toBe('1.5')
    expect(uiTokenAmount(7n, 0)['uiAmountString']).toBe('7')
    expect(uiTokenAmount(2n ** 64n - 1n, 9)['uiAmountString']).toBe('18446744073.709551615')
  })
})
