// The topics of the live stream: which there are, and which an event belongs to. Server and page both go by this, so a topic
// is spelled nowhere else. Pure, and without the schemas, which no page loads.
import type { LiveEvent } from './live.ts'

export type LiveTopic =
  | 'market'
  | 'chat'
  | `collection:${string}`
  | `wallet:${string}`
  | `following:${string}`
  | `alerts:${string}`

export const topicOfCoin = (collectionId: string): LiveTopic => `collection:${collectionId}`
export const topicOfWallet = (walletAddress: string): LiveTopic => `wallet:${walletAddress}`
export const topicOfAlerts = (walletAddress: string): LiveTopic => `alerts:${walletAddress}`

/**
 * The wallets that whoever is signed in follows: a stream has those of the moment at which it was opened, and tells of each as
 * of `wallet:{address}`. The version is the page's own: another one opens another stream, when the list has changed.
 */
export const topicOfFollowing = (version: string): LiveTopic => `following:${version}`
export const isFollowingTopic = (topic: LiveTopic): boolean => topic.startsWith('following:')

/** Whether a reader of the topic hears the event. Of `following` the server knows which wallets, the page's list says it too. */
export const isOfTopic = (event: LiveEvent, topic: LiveTopic): boolean =>
  topicsOf(event).includes(topic) || (event.type === 'wallet' && isFollowingTopic(topic))

/** Who hears an event: the readers of any of these topics. None for what is told to one reader alone. */
export function topicsOf(event: LiveEvent): readonly LiveTopic[] {
  switch (event.type) {
    case 'collection': {
      const { id, isHidden } = event.collection
      return event.isNew && !isHidden ? ['market', topicOfCoin(id)] : [topicOfCoin(id)]
    }
    case 'market':
      return ['market']
    case 'trade':
      return [topicOfCoin(event.trade.collectionId)]
    case 'activity':
      return [topicOfCoin(event.activity.collectionId)]
    case 'wallet':
      return [topicOfWallet(event.walletAddress)]
    case 'alert':
      return [topicOfAlerts(event.walletAddress)]
    case 'comment':
      return [topicOfCoin(event.comment.collectionId)]
    case 'commentGone':
      return [topicOfCoin(event.collectionId)]
    case 'rollback':
      return ['market', topicOfCoin(event.collectionId)]
    case 'chat':
    case 'chatGone':
      return ['chat']
    case 'hello':
    case 'reset':
      return []
  }
}

export const TOPICS_MAX = 20
const TOPIC =
  /^(market|chat|collection:[0-9a-f-]{36}|(wallet|alerts):[1-9A-HJ-NP-Za-km-z]{32,44}|following:[\w.-]{1,32})$/
const isTopic = (text: string): text is LiveTopic => TOPIC.test(text)

/** Topics as an address names them, separated by commas; undefined where they are too many or one of them is none. */
export function readTopics(text: string): readonly LiveTopic[] | undefined {
  const topics = text.split(',')
  return topics.length <= TOPICS_MAX && topics.every(isTopic) ? topics : undefined
}

/** The topics of which the wallet may hear that is signed in, if any: anybody can name another's alerts, and hears nothing. */
export const permittedTopics = (
  topics: readonly LiveTopic[],
  signedInWallet: string | undefined,
): readonly LiveTopic[] =>
  topics.filter(
    (topic) =>
      !topic.startsWith('alerts:') ||
      (signedInWallet !== undefined && topic === topicOfAlerts(signedInWallet)),
  )
