// An account as one looks at it without taking all of its bytes: what stands in front of them, how many they are, and parts of
// them. To be used before anything is awaited: the next transaction may change what it reads.
import type { ChainAccount } from './vm.ts'

export interface AccountView extends Omit<ChainAccount, 'data'> {
  readonly bytes: number
  /** A part of its data; shared, do not write into it. */
  read(offset: number, length: number): Uint8Array
}

export function asView(account: ChainAccount): AccountView {
  const { lamports, owner, executable, rentEpoch, data } = account
  return {
    lamports,
    owner,
    executable,
    rentEpoch,
    bytes: data.length,
    read: (offset, length) => data.subarray(offset, offset + length),
  }
}
