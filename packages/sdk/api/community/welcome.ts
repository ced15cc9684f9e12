// What the chat tells everybody who comes in: Twinmint's own words, marked as such.
import type { ChatMessage } from '../records/message.ts'

const SENTENCES = [
  'Welcome to the Twinmint chat: one room for all coins and pictures.',
  'Twinmint never writes to you first. Whoever asks for your secret phrase is a thief.',
  'Sign in to write. Report what does not belong here, and a moderator looks at it.',
]

/** Since the chat exists; not the time of anything that happened. */
const TIMESTAMP = '2026-01-01T00:00:00.000Z'

export const WELCOME: readonly ChatMessage[] = SENTENCES.map((message, index) => ({
  id: `welcome-${index + 1}`,
  username: 'Twinmint',
  message,
  timestamp: TIMESTAMP,
  isSystem: true,
  walletAddress: null,
  profileImageUrl: null,
}))
