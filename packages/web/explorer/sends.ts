// Coins and NFTs that go from wallet to wallet, by the token program alone: told by the wallets, not by their accounts. Pure.
import { Reader } from '@twinmint/sdk/program/bytes'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import type { Call, ReadTransaction } from './transaction-rules.ts'

const TRANSFER_CHECKED = 12

export interface ExplainedSend {
  readonly mint: string
  readonly decimals: number
  readonly units: bigint
  readonly fromAddress: string
  readonly toAddress: string
}

/** Undefined for every other instruction, and where the node does not say whose the accounts are. */
export function sendOf(
  { accounts }: Pick<ReadTransaction, 'accounts'>,
  { programAddress, accounts: [source, mint = '', destination], data }: Call,
): ExplainedSend | undefined {
  if (programAddress !== TOKEN_2022_PROGRAM || data.length !== 10 || data[0] !== TRANSFER_CHECKED)
    return undefined
  const ownerOf = (address: string | undefined) =>
    accounts.find((each) => each.address === address)?.token?.owner
  const [fromAddress, toAddress] = [ownerOf(source), ownerOf(destination)]
  if (fromAddress === undefined || toAddress === undefined) return undefined
  const reader = new Reader(data.subarray(1))
  return { mint, units: reader.u64(), decimals: reader.u8(), fromAddress, toAddress }
}
