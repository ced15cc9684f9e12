// Subscriptions of WebSocket connections: what became durable, told to those who asked for it. Must not know the socket:
// it gets a function that sends text.
import { hash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { encodeBase58 } from '../../core/base58.ts'
import { openBudget } from '../../core/budget.ts'
import type { ChainAccount, ConfirmedTransaction, DurableGroup, EmbeddedChain } from './chain.ts'
import { type ExtraMethods, rpcText } from './rpc.ts'
import { accountEncoder, readFilters } from './rpc-accounts.ts'
import {
  invalidParams,
  RPC_INVALID_REQUEST,
  RPC_LIMITED,
  RpcError,
  readAddress,
  readConfig,
  readInteger,
  readList,
  readObject,
  readSignature,
} from './rpc-params.ts'
import { SLOT_MS } from './slots.ts'

/** The most subscriptions of one connection, of one address, and of all. */
export const SUBSCRIPTIONS_MAX = 100
const SUBSCRIPTIONS_BY_KEY_MAX = 1_000
const SUBSCRIPTIONS_IN_ALL_MAX = 20_000

export interface SubscriptionHub {
  /** Opens a connection of `key`'s: its methods, and what to call when it is gone. */
  connect(
    send: (text: string) => void,
    key?: string,
  ): { readonly methods: ExtraMethods; readonly close: () => void }
  /** Stops listening to the chain. */
  close(): void
}

/** A group, looked up by what subscriptions ask for: a connection more must not mean another walk through it. */
interface GroupView extends DurableGroup {
  readonly byMention: ReadonlyMap<Address, readonly ConfirmedTransaction[]>
}

/** Results as JSON: what is sent to all who subscribed to the same is written once. */
type Notify = (resultText: string) => void

interface Subscription {
  readonly kind: Kind
  /** Gives back what it took when it began. */
  readonly end: () => void
}

/** What one or many subscribed to: the same kind with the same parameters. */
interface Watch {
  readonly read: (group: GroupView, tell: (result: unknown) => void) => void
  readonly told: Set<Notify>
}

type Found = Pick<ConfirmedTransaction, 'slot' | 'err'>
type Kind = 'signature' | 'account' | 'logs' | 'slot' | 'program'

const SYSTEM_PROGRAM = encodeBase58(new Uint8Array(32)) as Address
const GONE: ChainAccount = {
  lamports: 0n,
  owner: SYSTEM_PROGRAM,
  executable: false,
  rentEpoch: 0n,
  data: new Uint8Array(0),
}

/** Without `isLimitedByKey` only a connection's subscriptions, and all together, have limits. */
export function openSubscriptionHub(
  chain: EmbeddedChain,
  { isLimitedByKey = false }: { readonly isLimitedByKey?: boolean } = {},
): SubscriptionHub {
  const subscriptions = new Map<number, Subscription>()
  const watches = new Map<string, Watch>()
  const signatures = new Map<string, Set<(found: Found) => void>>()
  const slotWatchers = new Set<Notify>()
  const places = openBudget({
    max: SUBSCRIPTIONS_IN_ALL_MAX,
    byKeyMax: isLimitedByKey ? SUBSCRIPTIONS_BY_KEY_MAX : SUBSCRIPTIONS_IN_ALL_MAX,
  })
  let idLast = 0
  let slotTimer: NodeJS.Timeout | undefined
  let slotTold = chain.slots.current()

  const stopListening = chain.onGroup((group) => {
    if (subscriptions.size === 0) return
    const view = viewOf(group)
    for (const watch of watches.values()) {
      try {
        watch.read(view, (result) => {
          const text = rpcText(result)
          for (const notify of watch.told) notify(text)
        })
      } catch (error) {
        // What can't be written in the encoding that was asked for is left out; the others must hear of theirs.
        if (!(error instanceof RpcError)) console.error('A subscription of the embedded chain failed:', error)
      }
    }
    for (const transaction of group.transactions)
      for (const tell of signatures.get(transaction.signature) ?? []) tell(transaction)
  })
  const tellSlot = (): void => {
    const slot = chain.slots.current()
    if (slot === slotTold) return
    slotTold = slot
    const text = rpcText({ slot, parent: slot - 1, root: slot - 1 })
    for (const notify of slotWatchers) notify(text)
  }
  const watchSlots = (): void => {
    if (slotWatchers.size > 0) slotTimer ??= setInterval(tellSlot, SLOT_MS)
    else {
      clearInterval(slotTimer)
      slotTimer = undefined
    }
  }

  const connect: SubscriptionHub['connect'] = (send, key = '') => {
    const own = new Set<number>()
    const remove = (id: number): void => {
      subscriptions.get(id)?.end()
      subscriptions.delete(id)
      own.delete(id)
    }
    /** `listen` begins to tell and returns what ends that. */
    const add = (kind: Kind, listen: (id: number, notify: Notify) => () => void): number => {
      if (own.size >= SUBSCRIPTIONS_MAX)
        throw new RpcError(RPC_INVALID_REQUEST, `A connection may have ${SUBSCRIPTIONS_MAX} subscriptions.`)
      const leave = places.hold(key)
      if (leave === undefined)
        throw new RpcError(RPC_LIMITED, 'There are too many subscriptions; end some, or come again later.')
      const id = ++idLast
      const notify: Notify = (text) =>
        send(
          `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${text},"subscription":${id}}}`,
        )
      const stop = listen(id, notify)
      const end = () => {
        stop()
        leave()
      }
      subscriptions.set(id, { kind, end })
      own.add(id)
      return id
    }
    /** Joins those who subscribed to the same, if there are any. */
    const addWatch = (kind: Kind, params: readonly unknown[], read: Watch['read']): number =>
      add(kind, (_id, notify) => {
        const same = hash('sha256', `${kind}${rpcText(params)}`)
        const watch = watches.get(same) ?? { read, told: new Set<Notify>() }
        watches.set(same, watch)
        watch.told.add(notify)
        return () => {
          watch.told.delete(notify)
          if (watch.told.size === 0) watches.delete(same)
        }
      })
    const unsubscribe =
      (kind: Kind) =>
      (params: readonly unknown[]): boolean => {
        const id = readInteger(params[0], 'the subscription', 0, Number.MAX_SAFE_INTEGER)
        if (!own.has(id) || subscriptions.get(id)?.kind !== kind)
          throw new RpcError(-32_602, 'Invalid subscription id.')
        remove(id)
        return true
      }

    const subscribers: Record<Kind, (params: readonly unknown[]) => number> = {
      signature: (params) => {
        const signature = readSignature(params[0], 'the signature')
        readConfig(params[1], chain.slots.current())
        return add('signature', (id, notify) => {
          const tell = (found: Found): void => {
            if (!own.has(id)) return
            notify(rpcText({ context: { slot: found.slot }, value: { err: found.err } }))
            remove(id)
          }
          const known = chain.getTransaction(signature)
          // The client must learn the subscription's id before it hears from it.
          if (known) setImmediate(() => tell(known))
          const waiting = signatures.get(signature) ?? new Set()
          signatures.set(signature, waiting.add(tell))
          return () => {
            waiting.delete(tell)
            if (waiting.size === 0) signatures.delete(signature)
          }
        })
      },
      account: (params) => {
        const address = readAddress(params[0], 'the address')
        const encode = accountEncoder(chain, readConfig(params[1], chain.slots.current()))
        return addWatch('account', params, ({ slot, accounts }, tell) => {
          if (accounts.has(address)) tell({ context: { slot }, value: encode(accounts.get(address) ?? GONE) })
        })
      },
      logs: (params) => {
        const mention = readLogsFilter(params[0])
        readConfig(params[1], chain.slots.current())
        return addWatch('logs', params, ({ transactions, byMention }, tell) => {
          const told = mention === undefined ? transactions : (byMention.get(mention) ?? [])
          for (const { signature, err, logs, slot } of told)
            tell({ context: { slot }, value: { signature, err, logs } })
        })
      },
      slot: () =>
        add('slot', (_id, notify) => {
          slotWatchers.add(notify)
          watchSlots()
          return () => {
            slotWatchers.delete(notify)
            watchSlots()
          }
        }),
      program: (params) => {
        const program = readAddress(params[0], 'the program')
        const config = readConfig(params[1], chain.slots.current())
        const encode = accountEncoder(chain, config)
        const { accepts } = readFilters(config)
        return addWatch('program', params, ({ slot, accounts }, tell) => {
          for (const [pubkey, account] of accounts)
            if (account?.owner === program && accepts(account))
              tell({ context: { slot }, value: { pubkey, account: encode(account) } })
        })
      },
    }
    const methods = new Map<string, (params: readonly unknown[]) => unknown>()
    for (const kind of ['signature', 'account', 'logs', 'slot', 'program'] as const) {
      methods.set(`${kind}Subscribe`, subscribers[kind])
      methods.set(`${kind}Unsubscribe`, unsubscribe(kind))
    }
    return {
      methods,
      close: () => {
        for (const id of own) remove(id)
      },
    }
  }
  return {
    connect,
    close: () => {
      stopListening()
      clearInterval(slotTimer)
      subscriptions.clear()
      watches.clear()
      signatures.clear()
      slotWatchers.clear()
    },
  }
}

function viewOf(group: DurableGroup): GroupView {
  const byMention = new Map<Address, ConfirmedTransaction[]>()
  for (const transaction of group.transactions) {
    for (const address of transaction.addresses) {
      const known = byMention.get(address)
      if (known) known.push(transaction)
      else byMention.set(address, [transaction])
    }
  }
  return { ...group, byMention }
}

/** The address that must be mentioned; undefined for all transactions. */
function readLogsFilter(value: unknown): Address | undefined {
  if (value === 'all' || value === 'allWithVotes') return undefined
  const filter = readObject(value, 'the filter')
  const [address] = readList(filter.get('mentions'), 'mentions', 1, readAddress)
  if (address === undefined) throw invalidParams('mentions must have one address.')
  return address
}
