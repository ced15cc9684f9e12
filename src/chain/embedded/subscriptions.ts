// Subscriptions of WebSocket connections: what became durable, told to those who asked for it. Must not know the socket:
// it gets a function that sends text.
import type { Address } from '@solana/kit'
import { encodeBase58 } from '../../core/base58.ts'
import type { ChainAccount, ConfirmedTransaction, DurableGroup, EmbeddedChain } from './chain.ts'
import { type ExtraMethods, rpcText } from './rpc.ts'
import { accountEncoder, readFilters } from './rpc-accounts.ts'
import {
  invalidParams,
  RPC_INVALID_REQUEST,
  RpcError,
  readAddress,
  readConfig,
  readInteger,
  readList,
  readObject,
  readSignature,
} from './rpc-params.ts'
import { SLOT_MS } from './slots.ts'

/** The most subscriptions of one connection. */
export const SUBSCRIPTIONS_MAX = 100

export interface SubscriptionHub {
  /** Opens a connection: its methods, and what to call when it is gone. */
  connect(send: (text: string) => void): { readonly methods: ExtraMethods; readonly close: () => void }
  /** Stops listening to the chain. */
  close(): void
}

/** A group, looked up by what subscriptions ask for: a connection more must not mean another walk through it. */
interface GroupView extends DurableGroup {
  readonly bySignature: ReadonlyMap<string, ConfirmedTransaction>
  readonly byMention: ReadonlyMap<Address, readonly ConfirmedTransaction[]>
}

interface Subscription {
  readonly id: number
  readonly kind: Kind
  /** Told everything that becomes durable; slot subscriptions listen to the timer instead. */
  readonly onGroup?: (group: GroupView) => void
  readonly notify: (result: unknown) => void
}

type Kind = 'signature' | 'account' | 'logs' | 'slot' | 'program'

const SYSTEM_PROGRAM = encodeBase58(new Uint8Array(32)) as Address
const GONE: ChainAccount = {
  lamports: 0n,
  owner: SYSTEM_PROGRAM,
  executable: false,
  rentEpoch: 0n,
  data: new Uint8Array(0),
}

export function openSubscriptionHub(chain: EmbeddedChain): SubscriptionHub {
  const subscriptions = new Map<number, Subscription>()
  let idLast = 0
  let slotTimer: NodeJS.Timeout | undefined
  let slotTold = chain.slots.current()

  const stopListening = chain.onGroup((group) => {
    if (subscriptions.size === 0) return
    const view = viewOf(group)
    for (const subscription of subscriptions.values()) {
      try {
        subscription.onGroup?.(view)
      } catch (error) {
        // What can't be written in the encoding that was asked for is left out; the others must hear of theirs.
        if (!(error instanceof RpcError)) console.error('A subscription of the embedded chain failed:', error)
      }
    }
  })
  const tellSlot = (): void => {
    const slot = chain.slots.current()
    if (slot === slotTold) return
    slotTold = slot
    for (const { kind, notify } of subscriptions.values())
      if (kind === 'slot') notify({ slot, parent: slot - 1, root: slot - 1 })
  }
  const watchSlots = (): void => {
    const wanted = [...subscriptions.values()].some(({ kind }) => kind === 'slot')
    if (wanted) slotTimer ??= setInterval(tellSlot, SLOT_MS)
    else {
      clearInterval(slotTimer)
      slotTimer = undefined
    }
  }

  const connect: SubscriptionHub['connect'] = (send) => {
    const own = new Set<number>()
    const remove = (id: number): void => {
      subscriptions.delete(id)
      own.delete(id)
      watchSlots()
    }
    const add = (kind: Kind, listen: (subscription: Subscription) => Subscription['onGroup']): number => {
      if (own.size >= SUBSCRIPTIONS_MAX)
        throw new RpcError(RPC_INVALID_REQUEST, `A connection may have ${SUBSCRIPTIONS_MAX} subscriptions.`)
      const id = ++idLast
      const notify = (result: unknown): void =>
        send(rpcText({ jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription: id } }))
      const onGroup = listen({ id, kind, notify })
      subscriptions.set(id, { id, kind, notify, ...(onGroup ? { onGroup } : {}) })
      own.add(id)
      watchSlots()
      return id
    }
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
        return add('signature', ({ id, notify }) => {
          let told = false
          const tell = (found: Pick<ConfirmedTransaction, 'slot' | 'err'>): void => {
            if (told || !own.has(id)) return
            told = true
            notify({ context: { slot: found.slot }, value: { err: found.err } })
            remove(id)
          }
          const known = chain.getTransaction(signature)
          // The client must learn the subscription's id before it hears from it.
          if (known) setImmediate(() => tell(known))
          return (group) => {
            const found = group.bySignature.get(signature)
            if (found) tell(found)
          }
        })
      },
      account: (params) => {
        const address = readAddress(params[0], 'the address')
        const encode = accountEncoder(chain, readConfig(params[1], chain.slots.current()))
        return add('account', ({ notify }) => ({ slot, accounts }) => {
          if (accounts.has(address))
            notify({ context: { slot }, value: encode(accounts.get(address) ?? GONE) })
        })
      },
      logs: (params) => {
        const mention = readLogsFilter(params[0])
        readConfig(params[1], chain.slots.current())
        return add('logs', ({ notify }) => ({ transactions, byMention }) => {
          const told = mention === undefined ? transactions : (byMention.get(mention) ?? [])
          for (const { signature, err, logs, slot } of told)
            notify({ context: { slot }, value: { signature, err, logs } })
        })
      },
      slot: () => add('slot', () => undefined),
      program: (params) => {
        const program = readAddress(params[0], 'the program')
        const config = readConfig(params[1], chain.slots.current())
        const encode = accountEncoder(chain, config)
        const { accepts } = readFilters(config)
        return add('program', ({ notify }) => ({ slot, accounts }) => {
          for (const [pubkey, account] of accounts)
            if (account?.owner === program && accepts(account))
              notify({ context: { slot }, value: { pubkey, account: encode(account) } })
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
        for (const id of own) subscriptions.delete(id)
        own.clear()
        watchSlots()
      },
    }
  }
  return {
    connect,
    close: () => {
      stopListening()
      clearInterval(slotTimer)
      subscriptions.clear()
    },
  }
}

function viewOf(group: DurableGroup): GroupView {
  const bySignature = new Map<string, ConfirmedTransaction>()
  const byMention = new Map<Address, ConfirmedTransaction[]>()
  for (const transaction of group.transactions) {
    bySignature.set(transaction.signature, transaction)
    for (const address of transaction.addresses) {
      const known = byMention.get(address)
      if (known) known.push(transaction)
      else byMention.set(address, [transaction])
    }
  }
  return { ...group, bySignature, byMention }
}

/** The address that must be mentioned; undefined for all transactions. */
function readLogsFilter(value: unknown): Address | undefined {
  if (value === 'all' || value === 'allWithVotes') return undefined
  const filter = readObject(value, 'the filter')
  const [address] = readList(filter.get('mentions'), 'mentions', 1, readAddress)
  if (address === undefined) throw invalidParams('mentions must have one address.')
  return address
}
