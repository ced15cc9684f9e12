// Every method of Solana's JSON-RPC that the embedded chain answers, and those about the chain itself.
// Must not know how a request came.
import type { EmbeddedChain } from '../chain.ts'
import { SLOT_FIRST } from '../slots.ts'
import { EPOCH_SLOTS, epochOf, epochStartOf } from '../vm.ts'
import { ACCOUNT_METHODS } from './accounts.ts'
import { HISTORY_METHODS } from './history.ts'
import { configAt, type Method, SOLANA_VERSION, withContext } from './method.ts'
import { RpcError, readAddress, readList } from './params.ts'
import { SEND_METHODS } from './send.ts'

/** Most methods that answer with one figure take nothing but a configuration. */
const plain =
  (answer: (chain: EmbeddedChain) => unknown): Method =>
  (chain, params) => {
    configAt(chain, params, 0)
    return answer(chain)
  }

const getEpochInfo = (chain: EmbeddedChain): Record<string, unknown> => {
  const slot = chain.slots.current()
  const epoch = epochOf(slot)
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch,
    slotIndex: slot - epochStartOf(epoch),
    slotsInEpoch: EPOCH_SLOTS,
    transactionCount: chain.store.sequenceLast,
  }
}

/** Every method by its name. */
export const RPC_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...ACCOUNT_METHODS,
  ...SEND_METHODS,
  ...HISTORY_METHODS,
  [
    'getHealth',
    (chain) => {
      if (chain.stopped !== undefined)
        throw new RpcError(-32_005, `Node is unhealthy: ${chain.stopped}`, { numSlotsBehind: null })
      return 'ok'
    },
  ],
  ['getVersion', () => ({ 'solana-core': SOLANA_VERSION, 'feature-set': 0 })],
  ['getGenesisHash', (chain) => chain.genesisHash],
  ['getIdentity', (chain) => ({ identity: chain.faucetAddress })],
  ['getSlot', plain((chain) => chain.slots.current())],
  ['getBlockHeight', plain((chain) => chain.slots.current())],
  ['getTransactionCount', plain((chain) => chain.store.sequenceLast)],
  ['getEpochInfo', plain(getEpochInfo)],
  [
    'getEpochSchedule',
    () => ({
      slotsPerEpoch: EPOCH_SLOTS,
      leaderScheduleSlotOffset: EPOCH_SLOTS,
      warmup: true,
      firstNormalEpoch: epochOf(524_256),
      firstNormalSlot: 524_256,
    }),
  ],
  ['getFirstAvailableBlock', () => SLOT_FIRST],
  ['minimumLedgerSlot', () => SLOT_FIRST],
  [
    'getLatestBlockhash',
    plain((chain) => {
      const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
      return withContext(chain, { blockhash, lastValidBlockHeight })
    }),
  ],
  [
    'isBlockhashValid',
    (chain, params) => {
      const blockhash = readAddress(params[0], 'the blockhash')
      configAt(chain, params, 1)
      return withContext(chain, chain.isBlockhashValid(blockhash))
    },
  ],
  [
    'getRecentPrioritizationFees',
    (chain, params) => {
      if (params[0] !== undefined) readList(params[0], 'the addresses', 128, readAddress)
      return [{ slot: chain.slots.current(), prioritizationFee: 0 }]
    },
  ],
])
