// Subscriptions of WebSocket connections: what became durable, told to those who asked for it. Must not know the socket:
// it gets a function that sends text.
import { hash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { openBudget } from '../../core/budget.ts'
import { SYSTEM_PROGRAM } from '../program/programs.ts'
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
import { asView } from './vm.ts'

/** The most subscriptions of one connection, of one address, and of all. */
export const SUBSCRIPTIONS_MAX = 100
const SUBSCRIPTIONS_BY_KEY_MAX = 1_000
const SUBSCRIPTIONS_IN_ALL_MAX = 20_000
/** Subscriptions to a program's accounts or to all logs: each is compared with every changed account. */
const WIDE_BY_KEY_MAX = 20
const WIDE_IN_ALL_MAX = 200
/** Subscriptions to slots. */
const SLOTS_BY_KEY_MAX = 100
const SLOTS_IN_ALL_MAX = 2_000

export interface SubscriptionHub {
  /** Opens a connection of `key`'s: its methods, and what to call when it is gone. */
  connect(
    send: (text: string) => void,
    key?: string,
    /** Whether the reader has room for `bytes` of account data. A notification without room is not encoded. */
    hasRoom?: (bytes: number) => boolean,
  ): { readonly methods: ExtraMethods; readonly close: () => void }
  /** Stops listening to the chain. */
  close(): void
}

/** A group, looked up by what subscriptions ask for: a connection more must not mean another walk through it. */
interface GroupView extends DurableGroup {
  readonly byMention: ReadonlyMap<Address, readonly ConfirmedTransaction[]>
}

/** Results as JSON: what is sent to all who subscribed to the same is written once. */
interface Notify {
  readonly send: (resultText: string) => void
  readonly hasRoom: (bytes: number) => boolean
}
/** What ends what was begun. */
type Stop = () => void

type Found = Pick<ConfirmedTransaction, 'slot' | 'err'>
const KINDS = ['signature', 'account', 'logs', 'slot', 'program'] as const
type Kind = (typeof KINDS)[number]
/** What a subscription covers: one account or transaction, every slot, or every change. */
type Scope = 'one' | 'slots' | 'all'

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
  const news: News = { watches: openWatches(), signatures: openSignatures(), slots: openSlotNews(chain) }
  const limited = (max: number, byKeyMax: number) =>
    openBudget({ max, byKeyMax: isLimitedByKey ? byKeyMax : max })
  const places = limited(SUBSCRIPTIONS_IN_ALL_MAX, SUBSCRIPTIONS_BY_KEY_MAX)
  const scopes = {
    all: limited(WIDE_IN_ALL_MAX, WIDE_BY_KEY_MAX),
    slots: limited(SLOTS_IN_ALL_MAX, SLOTS_BY_KEY_MAX),
  }
  let idLast = 0
  const stopListening = chain.onGroup((group) => {
    news.watches.tell(group)
    news.signatures.tell(group)
  })
  return {
    connect(send, key = '', hasRoom = () => true) {
      const connection = openConnection({
        send,
        hasRoom,
        hold: (scope) => {
          const leave = places.hold(key)
          if (scope === 'one' || leave === undefined) return leave
          const leaveScope = scopes[scope].hold(key)
          if (leaveScope === undefined) leave()
          return (
            leaveScope &&
            (() => {
              leaveScope()
              leave()
            })
          )
        },
        nextId: () => ++idLast,
      })
      const subscribers = subscribersOf(chain, news, connection)
      const methods = new Map<string, (params: readonly unknown[]) => unknown>()
      for (const kind of KINDS) {
        methods.set(`${kind}Subscribe`, subscribers[kind])
        methods.set(`${kind}Unsubscribe`, (params) => {
          const id = readInteger(params[0], 'the subscription', 0, Number.MAX_SAFE_INTEGER)
          if (connection.kindOf(id) !== kind) throw new RpcError(-32_602, 'Invalid subscription id.')
          connection.remove(id)
          return true
        })
      }
      return { methods, close: connection.close }
    },
    close: () => {
      stopListening()
      news.slots.close()
    },
  }
}

interface Connection {
  /** `listen` begins to tell. Returns the subscription's id. */
  add(kind: Kind, listen: (notify: Notify, id: number) => Stop, scope?: Scope): number
  /** Undefined where it has no such subscription. */
  kindOf(id: number): Kind | undefined
  remove(id: number): void
  readonly close: () => void
}

/** The subscriptions of one connection. */
function openConnection({
  send,
  hasRoom,
  hold,
  nextId,
}: {
  readonly send: (text: string) => void
  readonly hasRoom: (bytes: number) => boolean
  /** A place among all subscriptions; undefined where there is none. */
  readonly hold: (scope: Scope) => Stop | undefined
  readonly nextId: () => number
}): Connection {
  const own = new Map<number, { readonly kind: Kind; readonly end: Stop }>()
  const remove = (id: number): void => {
    const subscription = own.get(id)
    own.delete(id)
    subscription?.end()
  }
  return {
    add(kind, listen, scope = 'one') {
      if (own.size >= SUBSCRIPTIONS_MAX)
        throw new RpcError(RPC_INVALID_REQUEST, `A connection may have ${SUBSCRIPTIONS_MAX} subscriptions.`)
      const leave = hold(scope)
      if (leave === undefined)
        throw new RpcError(RPC_LIMITED, 'There are too many subscriptions; end some, or come again later.')
      const id = nextId()
      const notify = (text: string): void =>
        send(
          `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${text},"subscription":${id}}}`,
        )
      const stop = listenOr(leave, () => listen({ send: notify, hasRoom }, id))
      const end = () => {
        stop()
        leave()
      }
      own.set(id, { kind, end })
      return id
    },
    kindOf: (id) => own.get(id)?.kind,
    remove,
    close: () => {
      for (const id of own.keys()) remove(id)
    },
  }
}

/** Gives the place back if listening fails. */
function listenOr(leave: Stop, listen: () => Stop): Stop {
  try {
    return listen()
  } catch (error) {
    leave()
    throw error
  }
}

/** What is told, to whom. */
interface News {
  readonly watches: ReturnType<typeof openWatches>
  readonly signatures: ReturnType<typeof openSignatures>
  readonly slots: ReturnType<typeof openSlotNews>
}

/** `tell` receives the bytes of account data in the result, and a function that makes the result. */
type Read = (group: GroupView, tell: (bytes: number, result: () => unknown) => void) => void

/** Who subscribed to the same: to the same kind with the same parameters. It is read of a group once for all of them. */
function openWatches() {
  const watches = new Map<string, { readonly read: Read; readonly told: Set<Notify> }>()
  return {
    join(
      what: { readonly kind: Kind; readonly params: readonly unknown[] },
      read: Read,
      notify: Notify,
    ): Stop {
      const same = hash('sha256', `${what.kind}${rpcText(what.params)}`)
      const watch = watches.get(same) ?? { read, told: new Set<Notify>() }
      watches.set(same, watch)
      watch.told.add(notify)
      return () => {
        watch.told.delete(notify)
        if (watch.told.size === 0) watches.delete(same)
      }
    },
    tell(group: DurableGroup): void {
      if (watches.size === 0) return
      const view = viewOf(group)
      for (const { read, told } of watches.values()) {
        try {
          read(view, (bytes, result) => {
            let text: string | undefined
            for (const { send, hasRoom } of told) {
              if (!hasRoom(bytes)) continue
              text ??= rpcText(result())
              send(text)
            }
          })
        } catch (error) {
          // What can't be written in the encoding that was asked for is left out; the others must hear of theirs.
          if (!(error instanceof RpcError))
            console.error('A subscription of the embedded chain failed:', error)
        }
      }
    },
  }
}

/** Who waits for a transaction. */
function openSignatures() {
  const signatures = new Map<string, Set<(found: Found) => void>>()
  return {
    wait(signature: string, tell: (found: Found) => void): Stop {
      const waiting = signatures.get(signature) ?? new Set()
      signatures.set(signature, waiting.add(tell))
      return () => {
        waiting.delete(tell)
        if (waiting.size === 0) signatures.delete(signature)
      }
    },
    tell({ transactions }: DurableGroup): void {
      if (signatures.size === 0) return
      for (const transaction of transactions)
        for (const tell of signatures.get(transaction.signature) ?? []) tell(transaction)
    },
  }
}

/** Who is told of every slot; a timer runs while there is somebody. */
function openSlotNews({ slots }: EmbeddedChain) {
  const watchers = new Set<Notify>()
  let timer: NodeJS.Timeout | undefined
  let told = slots.current()
  const tell = (): void => {
    const slot = slots.current()
    if (slot === told) return
    told = slot
    const text = rpcText({ slot, parent: slot - 1, root: slot - 1 })
    for (const { send } of watchers) send(text)
  }
  const close = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    add: (notify: Notify): Stop => {
      watchers.add(notify)
      timer ??= setInterval(tell, SLOT_MS)
      return () => {
        watchers.delete(notify)
        if (watchers.size === 0) close()
      }
    },
    close,
  }
}

/** What each kind reads of its parameters, and what it then tells. */
function subscribersOf(
  chain: EmbeddedChain,
  news: News,
  connection: Connection,
): Record<Kind, (params: readonly unknown[]) => number> {
  const config = (value: unknown) => readConfig(value, chain.slots.current())
  const watch = (kind: Kind, params: readonly unknown[], read: Read, scope?: Scope): number =>
    connection.add(kind, (notify) => news.watches.join({ kind, params }, read, notify), scope)
  return {
    signature: (params) => {
      const signature = readSignature(params[0], 'the signature')
      config(params[1])
      return connection.add('signature', (notify, id) => {
        const tell = (found: Found): void => {
          if (connection.kindOf(id) === undefined) return
          notify.send(rpcText({ context: { slot: found.slot }, value: { err: found.err } }))
          connection.remove(id)
        }
        const known = chain.getTransaction(signature)
        // The client must learn the subscription's id before it hears from it.
        if (known) setImmediate(() => tell(known))
        return news.signatures.wait(signature, tell)
      })
    },
    account: (params) => {
      const address = readAddress(params[0], 'the address')
      const { encode, bytesOf } = accountEncoder(chain, config(params[1]))
      return watch('account', params, ({ slot, accounts }, tell) => {
        if (!accounts.has(address)) return
        const account = asView(accounts.get(address) ?? GONE)
        tell(bytesOf(account), () => ({ context: { slot }, value: encode(account) }))
      })
    },
    logs: (params) => {
      const mention = readLogsFilter(params[0])
      config(params[1])
      return watch(
        'logs',
        params,
        ({ transactions, byMention }, tell) => {
          const told = mention === undefined ? transactions : (byMention.get(mention) ?? [])
          for (const { signature, err, logs, slot } of told)
            tell(0, () => ({ context: { slot }, value: { signature, err, logs } }))
        },
        mention === undefined ? 'all' : 'one',
      )
    },
    slot: () => connection.add('slot', news.slots.add, 'slots'),
    program: (params) => {
      const program = readAddress(params[0], 'the program')
      const wanted = config(params[1])
      const { encode, bytesOf } = accountEncoder(chain, wanted)
      const { accepts } = readFilters(wanted)
      return watch(
        'program',
        params,
        ({ slot, accounts }, tell) => {
          for (const [pubkey, account] of accounts) {
            if (account?.owner !== program) continue
            const seen = asView(account)
            if (!accepts(seen)) continue
            tell(bytesOf(seen), () => ({ context: { slot }, value: { pubkey, account: encode(seen) } }))
          }
        },
        'all',
      )
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
