// What every method of the JSON-RPC is made of.
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import type { EmbeddedChain } from '../chain.ts'
import type { Leave, Pause } from '../slow-calls.ts'
import { type Config, readConfig } from './params.ts'

export const SOLANA_VERSION = '3.1.0-twinmint'

export type Params = readonly unknown[]
/** Context of a call. */
export interface Means {
  /** Counts the written bytes; without a writer nothing is counted. */
  readonly writer: Writer | undefined
  /** Ends the call's turn before it waits for something else. */
  readonly leave: Leave
}
/** Parameters in, a result out; an RpcError is thrown. What takes long pauses between its parts. */
export type Method = (chain: EmbeddedChain, params: Params, pause: Pause, means: Means) => unknown

/** A result with the slot that it is true at. */
export function withContext(chain: EmbeddedChain, value: unknown): Record<string, unknown> {
  return { context: { apiVersion: SOLANA_VERSION, slot: chain.slots.current() }, value }
}

/** The configuration object at `index` of the parameters. */
export function configAt(chain: EmbeddedChain, params: Params, index: number): Config {
  return readConfig(params[index], chain.slots.current())
}
