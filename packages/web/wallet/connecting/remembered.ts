// The wallet that was connected last, shared by all tabs of the browser.
import type { KeptText } from '../../data/browser-storage.ts'

export interface Remembered {
  readonly name: string
  /** Tells wallets of one name apart; undefined if an earlier version of this page wrote it. */
  readonly address: string | undefined
}

export function readRemembered(memory: KeptText): Remembered | undefined {
  const [name, address] = memory.read()?.split('\n') ?? []
  return name === undefined || name === '' ? undefined : { name, address }
}

export const remember = (memory: KeptText, { name, address }: Remembered): void =>
  memory.write(`${name}\n${address}`)
