// This browser's end of Web Push: what it can do, whether it is subscribed, and subscribing it. Loaded with the list of alerts.

import type { Push, PushSubscriptionRecord } from '@twinmint/sdk/api/alerts/contract'
import { apiDelete, apiGet, apiPost } from '../../data/api.ts'

const WORKER = '/sw.js'

/**
 * `insecure`: browsers have it over https alone. `unsupported`: this one has it not. `denied`: whoever uses it said no to this
 * site.
 */
export type PushState =
  | { readonly kind: 'insecure' | 'unsupported' | 'denied' }
  | { readonly kind: 'off'; readonly publicKey: string }
  | { readonly kind: 'on'; readonly publicKey: string; readonly id: string }

/** Why this browser is not told, in a sentence. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure'
}

function whatIsMissing(): 'insecure' | 'unsupported' | 'denied' | undefined {
  if (!isSecureContext) return 'insecure'
  if (!hasWorkers() || !('PushManager' in globalThis && 'Notification' in globalThis)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Where storage is blocked, naming it throws. */
function hasWorkers(): boolean {
  try {
    return (navigator as Partial<Navigator>).serviceWorker !== undefined
  } catch {
    return false
  }
}

const subscriptionHere = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** How it stands for the wallet that is signed in. */
export async function readPushState(signal?: AbortSignal): Promise<PushState> {
  const missing = whatIsMissing()
  if (missing !== undefined) return { kind: missing }
  const [{ publicKey, subscriptions }, here] = await Promise.all([
    apiGet<Push>('/api/user/push', signal && { signal }),
    subscriptionHere(),
  ])
  const known = subscriptions.find(({ endpoint }) => endpoint === here?.endpoint)
  return known === undefined || Notification.permission !== 'granted'
    ? { kind: 'off', publicKey }
    : { kind: 'on', publicKey, id: known.id }
}

/** Asks whoever uses the browser, subscribes it, and has the server tell it. Throws a PushFailure that says why it did not. */
export async function subscribeHere(publicKey: string): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted')
    throw new PushFailure(
      permission === 'denied'
        ? 'The browser was told not to show notifications of this site.'
        : 'The browser asked, and nobody answered.',
    )
  const subscription = await subscribe(publicKey)
  const { endpoint, keys } = subscription.toJSON()
  await apiPost<PushSubscriptionRecord>('/api/user/push', { endpoint, keys })
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  try {
    await navigator.serviceWorker.register(WORKER)
    const { pushManager } = await navigator.serviceWorker.ready
    // One of another key, as of a server that was set up anew, takes no new one.
    const before = await pushManager.getSubscription()
    if (before && keyOf(before) !== publicKey) await before.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (cause) {
    throw new PushFailure(
      'The browser’s push service can’t be reached, or the browser does not use it. Try again later, or in another browser.',
      { cause },
    )
  }
}

function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Ends it in the browser, whoever is signed in: the server hears of it from the push service. */
export async function unsubscribeHere(): Promise<void> {
  if (whatIsMissing() === 'insecure' || whatIsMissing() === 'unsupported') return
  await (await subscriptionHere())?.unsubscribe()
}

export async function turnOffHere(id: string): Promise<void> {
  await apiDelete(`/api/user/push/${id}`)
  await unsubscribeHere()
}
