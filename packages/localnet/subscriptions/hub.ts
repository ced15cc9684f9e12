// Subscriptions of WebSocket connections: what became durable, told to those who asked for it. Must not know the socket:
// it gets a function that sends text.

import type { Address } from '@solana/kit'
import { type Budget, openBudget } from '@twinmint/sdk/internal/core/budget'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import type { ChainAccount, EmbeddedChain } from '../chain.ts'
import type { ConfirmedTransaction, DurableGroup } from '../commit-queue.ts'
import { accountEncoder, readFilters } from '../rpc/accounts.ts'
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
} from '../rpc/params.ts'
import { type ExtraMethods, rpcText } from '../rpc/rpc.ts'
import { SLOT_MS } from '../slots.ts'
import { asView } from '../vm.ts'
import { openWatches, type Read, type Reader } from './watches.ts'

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

export interface ConnectionOptions {
  /** Whether the reader has room for `bytes` of account data. A notification without room is not encoded. */
  readonly hasRoom?: Reader['hasRoom']
  readonly onWork?: Reader['onWork']
  readonly end?: Reader['end']
}

export interface SubscriptionHub {
  /** Opens a connection of `key`'s: its methods, and what to call when it is gone. */
  connect(
    send: (text: string) => void,
    key?: string,
    options?: ConnectionOptions,
  ): { readonly methods: ExtraMethods; readonly close: () => void }
  /** Stops listening to the chain. */
  close(): void
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
  const all = limited(SUBSCRIPTIONS_IN_ALL_MAX, SUBSCRIPTIONS_BY_KEY_MAX)
  const places: Record<Scope, readonly Budget[]> = {
    one: [all],
    slots: [all, limited(SLOTS_IN_ALL_MAX, SLOTS_BY_KEY_MAX)],
    all: [all, limited(WIDE_IN_ALL_MAX, WIDE_BY_KEY_MAX)],
  }
  let idLast = 0
  let connectionLast = 0
  const stopListening = chain.onGroup((group) => {
    news.watches.tell(group)
    news.signatures.tell(group)
  })
  return {
    connect(send, key = '', { hasRoom = () => true, onWork = () => {}, end = () => {} } = {}) {
      const connection = openConnection({
        reader: { holder: isLimitedByKey ? key : `${++connectionLast}`, send, hasRoom, onWork, end },
        hold: (scope) => holdAll(places[scope], key),
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

/** A place in each of the budgets, or undefined. */
function holdAll(budgets: readonly Budget[], key: string): Stop | undefined {
  const held: Stop[] = []
  const leave = () => {
    for (const stop of held.splice(0)) stop()
  }
  for (const budget of budgets) {
    const stop = budget.hold(key)
    if (stop === undefined) {
      leave()
      return undefined
    }
    held.push(stop)
  }
  return leave
}

interface Connection {
  /** `listen` begins to tell. Returns the subscription's id. */
  add(kind: Kind, listen: (reader: Reader, id: number) => Stop, scope?: Scope): number
  /** Undefined where it has no such subscription. */
  kindOf(id: number): Kind | undefined
  remove(id: number): void
  readonly close: () => void
}

/** The subscriptions of one connection. */
function openConnection({
  reader,
  hold,
  nextId,
}: {
  readonly reader: Reader
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
      const send = (text: string): void =>
        reader.send(
          `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${text},"subscription":${id}}}`,
        )
      const stop = listen({ ...reader, send }, id)
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

/** What is told, to whom. */
interface News {
  readonly watches: ReturnType<typeof openWatches>
  readonly signatures: ReturnType<typeof openSignatures>
  readonly slots: ReturnType<typeof openSlotNews>
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
  const watchers = new Set<Reader>()
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
    add: (reader: Reader): Stop => {
      watchers.add(reader)
      timer ??= setInterval(tell, SLOT_MS)
      return () => {
        watchers.delete(reader)
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
  /** `what` holds the parsed parameters: equal ones share one text. */
  const watch = (kind: Kind, what: readonly unknown[], read: Read, scope?: Scope): number =>
    connection.add(kind, (reader) => news.watches.join([kind, ...what], read, reader), scope)
  return {
    signature: (params) => {
      const signature = readSignature(params[0], 'the signature')
      config(params[1])
      return connection.add('signature', (reader, id) => {
        const tell = (found: Found): void => {
          if (connection.kindOf(id) === undefined) return
          reader.send(rpcText({ context: { slot: found.slot }, value: { err: found.err } }))
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
      const { encode, bytesOf, format } = accountEncoder(chain, config(params[1]))
      return watch('account', [address, format], function* ({ slot, accounts }) {
        if (!accounts.has(address)) return
        const account = asView(accounts.get(address) ?? GONE)
        yield { bytes: bytesOf(account), result: () => ({ context: { slot }, value: encode(account) }) }
      })
    },
    logs: (params) => {
      const mention = readLogsFilter(params[0])
      config(params[1])
      return watch(
        'logs',
        [mention ?? 'all'],
        function* ({ transactions, byMention }) {
          const told = mention === undefined ? transactions : (byMention.get(mention) ?? [])
          for (const { signature, err, logs, slot } of told) {
            // The reader counts base64: 4 characters for 3 bytes. Logs are text already.
            const bytes = (logs.reduce((sum, { length }) => sum + length, 0) * 3) / 4
            yield { bytes, result: () => ({ context: { slot }, value: { signature, err, logs } }) }
          }
        },
        mention === undefined ? 'all' : 'one',
      )
    },
    slot: () => connection.add('slot', news.slots.add, 'slots'),
    program: (params) => {
      const program = readAddress(params[0], 'the program')
      const wanted = config(params[1])
      const { encode, bytesOf, format } = accountEncoder(chain, wanted)
      const { accepts, filters } = readFilters(wanted)
      return watch(
        'program',
        [program, format, filters.map(({ text }) => text)],
        function* ({ slot, accounts }) {
          for (const [pubkey, account] of accounts) {
            if (account?.owner !== program) continue
            const seen = asView(account)
            if (!accepts(seen)) continue
            const result = () => ({ context: { slot }, value: { pubkey, account: encode(seen) } })
            yield { bytes: bytesOf(seen), result }
          }
        },
        'all',
      )
    },
  }
}

/** The address that must be mentioned; undefined for all transactions. */
function readLogsFilter(value: unknown): Address | undefined {
  if (value === 'all' || value === 'allWithVotes') return undefined
  const filter = readObject(value, 'the filter')
  const [address] = readList(filter.get('mentions'), 'mentions', 1, readAddress)
  if (address === undefined) throw invalidParams('mentions must have one address.')
  return address
}
