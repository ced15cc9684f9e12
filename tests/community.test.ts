// Comments, the chat and reports over the API: what is kept, what is refused, who may do what, and that everybody hears of
// it at once.
import { request } from 'node:http'
import type {
  ChatPage,
  CommentsPage,
  Pinned,
  PostedChat,
  PostedComment,
  RepliesPage,
  ReportDecided,
  ReportedMessage,
  ReportsPage,
} from '@twinmint/sdk/api/community/contract'
import { MESSAGES_PER_MINUTE, MESSAGES_PER_MINUTE_AND_ADDRESS } from '@twinmint/sdk/api/community/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Comment } from '@twinmint/sdk/api/records/message'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { createBot } from '../packages/server/demo/bot.ts'
import { type Client, createClient } from './client.ts'
import { rebuildIndex } from './index-rows.ts'
import { readLive } from './live.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak } from './soak.ts'

const chief = createKeypair()
/** `BARE` has no comments at the begin and the end of a test; in `TALK` there are any. */
const coins: Partial<Record<'LIST' | 'PAGES' | 'TALK' | 'BARE', Collection>> = {}
let server: ServerProcess
let creator: Client
let admin: Client

beforeAll(async () => {
  server = await startServerProcess({ env: { ADMIN_WALLETS: chief.address } })
  const picture = await plainPicture()
  creator = createClient(server.origin)
  await creator.airdrop(10)
  admin = createClient(server.origin, chief)
  await admin.signIn()
  for (const symbol of ['LIST', 'PAGES', 'TALK', 'BARE'] as const)
    coins[symbol] = await creator.launch({ symbol }, picture)
})
afterAll(() => server.remove())

const failure = (status: number, code: string) => expect.objectContaining({ status, code })
/** Every writer is a new wallet, so that none of them is slowed down for what another test wrote. */
async function someone(): Promise<Client> {
  const client = createClient(server.origin)
  await client.signIn()
  return client
}
function coinOf(symbol: keyof typeof coins): Collection {
  const coin = coins[symbol]
  if (!coin) throw new Error(`${symbol} was not launched`)
  return coin
}
const comment = async (
  client: Client,
  { id }: Collection,
  message: string,
  parentId?: string,
): Promise<Comment> =>
  (await client.post<PostedComment>(`/api/collections/${id}/comments`, { message, parentId })).comment
const comments = async ({ id }: Collection, query = '') =>
  creator.get<CommentsPage>(`/api/collections/${id}/comments${query}`)
const texts = async (coin: Collection) => (await comments(coin)).comments.map(({ message }) => message)
const countOf = async ({ id }: Collection) =>
  (await creator.get<Collection>(`/api/collections/${id}`)).commentCount
const chat = async (client: Client, message: string) =>
  (await client.post<PostedChat>('/api/chat', { message })).message
const report = (client: Client, kind: 'comment' | 'chat', id: string, reason = 'Spam') =>
  client.post('/api/reports', { kind, id, reason })
const reports = async (query = '') => admin.get<ReportsPage>(`/api/admin/reports${query}`)
const decide = (id: string, action: 'hide' | 'dismiss' | 'restore', by = admin) =>
  by.post<ReportDecided>(`/api/admin/reports/${id}`, { action })

describe('comments', () => {
  test('are read by everybody, newest first, and counted on the coin', async () => {
    const coin = coinOf('LIST')
    const [anna, bert] = [await someone(), await someone()]
    expect(await comments(coin)).toEqual({ comments: [], nextCursor: null })
    const first = await comment(anna, coin, '  first!  ')
    expect(first).toMatchObject({
      message: 'first!',
      walletAddress: anna.address,
      username: `${anna.address.slice(0, 4)}…${anna.address.slice(-4)}`,
      isSystem: false,
      parentId: null,
      state: 'shown',
    })
    await comment(bert, coin, 'second')
    expect(await texts(coin)).toEqual(['second', 'first!'])
    expect(await countOf(coin)).toBe(2)
    const byMint = await creator.get<CommentsPage>(`/api/collections/${coin.mintAddress}/comments`)
    expect(byMint).toEqual(await comments(coin))
    const trending = await creator.get<Collection[]>('/api/collections/trending')
    expect(trending.find(({ id }) => id === coin.id)?.commentCount).toBe(2)
  })

  test('come page by page, leaving nothing out', async () => {
    const coin = coinOf('PAGES')
    const writer = await someone()
    for (const word of ['a', 'b', 'c', 'd', 'e']) await comment(writer, coin, word)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: CommentsPage = await comments(coin, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.comments.map(({ message }) => message))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
  })

  test('are answered, one level deep, with the latest answers along', async () => {
    const coin = coinOf('BARE')
    const [anna, bert] = [await someone(), await someone()]
    const root = await comment(anna, coin, 'why this coin?')
    const answers: Comment[] = []
    for (const word of ['one', 'two', 'three', 'four']) answers.push(await comment(bert, coin, word, root.id))
    const [shown] = (await comments(coin)).comments
    expect(shown).toMatchObject({ id: root.id, replyCount: 4 })
    expect(shown?.replies.map(({ message }) => message)).toEqual(['two', 'three', 'four'])
    const { replies, nextCursor } = await creator.get<RepliesPage>(
      `/api/collections/${coin.id}/comments/${root.id}/replies?cursor=${shown?.replies[0]?.id}`,
    )
    expect(replies.map(({ message }) => message)).toEqual(['one'])
    expect(nextCursor).toBeNull()
    expect(await countOf(coin)).toBe(5)
    expect(answers[3]).toMatchObject({ parentId: root.id, replyCount: 0, replies: [] })
    await expect(comment(anna, coin, 'deeper', answers[0]?.id)).rejects.toEqual(failure(400, 'replyToReply'))
    const other = coinOf('TALK')
    await expect(comment(anna, other, 'elsewhere', root.id)).rejects.toEqual(failure(404, 'messageNotFound'))
    for (const { id, walletAddress } of [root, ...answers])
      await (walletAddress === anna.address ? anna : bert).delete(
        `/api/collections/${coin.id}/comments/${id}`,
      )
    expect(await countOf(coin)).toBe(0)
  })

  test('need a signed-in wallet', async () => {
    const coin = coinOf('BARE')
    await expect(comment(createClient(server.origin), coin, 'hello')).rejects.toEqual(
      failure(401, 'notSignedIn'),
    )
    expect(await texts(coin)).toEqual([])
  })

  test('are deleted by their author and by nobody else', async () => {
    const coin = coinOf('BARE')
    const [anna, bert] = [await someone(), await someone()]
    const { id } = await comment(anna, coin, 'mine')
    const path = `/api/collections/${coin.id}/comments/${id}`
    await expect(createClient(server.origin).delete(path)).rejects.toEqual(failure(401, 'notSignedIn'))
    await expect(bert.delete(path)).rejects.toEqual(failure(403, 'notYourMessage'))
    await expect(admin.delete(path)).rejects.toEqual(failure(403, 'notYourMessage'))
    expect(await texts(coin)).toEqual(['mine'])
    await anna.delete(path)
    await anna.delete(path)
    expect(await texts(coin)).toEqual([])
    expect(await countOf(coin)).toBe(0)
  })

  test('leave a place where answers hang on them, without text or name, until the last of those is gone', async () => {
    const coin = coinOf('BARE')
    const [anna, bert] = [await someone(), await someone()]
    const root = await comment(anna, coin, 'a question')
    const answer = await comment(bert, coin, 'an answer', root.id)
    await anna.delete(`/api/collections/${coin.id}/comments/${root.id}`)
    expect((await comments(coin)).comments).toMatchObject([
      { id: root.id, state: 'deleted', message: '', username: '', walletAddress: null, replyCount: 1 },
    ])
    expect(await countOf(coin)).toBe(1)
    await expect(comment(bert, coin, 'too late', root.id)).rejects.toEqual(failure(404, 'messageNotFound'))
    await bert.delete(`/api/collections/${coin.id}/comments/${answer.id}`)
    expect((await comments(coin)).comments).toEqual([])
    expect(await countOf(coin)).toBe(0)
  })

  test('of a coin that is not there are refused', async () => {
    const nowhere = { id: '00000000-0000-4000-8000-000000000000' } as Collection
    const anna = await someone()
    await expect(comments(nowhere)).rejects.toEqual(failure(404, 'collectionNotFound'))
    await expect(comment(anna, nowhere, 'hello')).rejects.toEqual(failure(404, 'collectionNotFound'))
  })
})

describe('what is written', () => {
  test.each([
    ['a script stays a text', '<script>alert(1)</script><img src=x onerror=alert(1)>', undefined],
    ['control characters go', 'a\u0000b\u0007c\u001b', 'abc'],
    ['what turns the direction goes', 'send \u202eLOS 5\u2066 now', 'send LOS 5 now'],
    ['empty lines collapse', 'one\n\n\n\n\r\n two', 'one\ntwo'],
    ['500 characters are taken', 'x'.repeat(500), undefined],
    ['500 characters are taken with blanks around', `  ${'y'.repeat(500)} \n`, 'y'.repeat(500)],
  ])('%s', async (_, typed, kept = typed) => {
    const coin = coinOf('TALK')
    const writer = await someone()
    expect((await comment(writer, coin, typed)).message).toBe(kept)
    expect((await texts(coin))[0]).toBe(kept)
    expect((await chat(writer, `${typed.slice(0, 490)} !`)).message).toContain(kept.slice(0, 10))
  })

  test.each([
    ['nothing', '', 'messageBlank'],
    ['blanks', ' \n\t ', 'messageBlank'],
    ['what cannot be seen', '\u200b\u202e\u2060', 'messageBlank'],
    ['501 characters', 'x'.repeat(501), 'messageTooLong'],
    ['a book', 'x'.repeat(6_000), 'badRequest'],
  ])('%s is refused', async (_, typed, code) => {
    const coin = coinOf('TALK')
    const writer = await someone()
    await expect(comment(writer, coin, typed)).rejects.toEqual(failure(400, code))
    await expect(chat(writer, typed)).rejects.toEqual(failure(400, code))
    expect(await texts(coin)).not.toContain(typed)
  })

  test.each([[null], [7], [{}], [['a']]])('%j is no text', async (typed) => {
    const writer = await someone()
    await expect(writer.post('/api/chat', { message: typed })).rejects.toEqual(failure(400, 'badRequest'))
  })
})

describe('flooding', () => {
  test('a wallet has so many messages a minute, also all at once, in comments and chat together', async () => {
    const coin = coinOf('TALK')
    const flooder = await someone()
    const answers = await Promise.allSettled(
      Array.from({ length: MESSAGES_PER_MINUTE + 5 }, (_, i) =>
        i % 2 === 0 ? comment(flooder, coin, `buy ${i}`) : chat(flooder, `sell ${i}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(MESSAGES_PER_MINUTE)
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refusals).toEqual(refusals.map(() => failure(429, 'tooManyMessages')))
    await expect(chat(flooder, 'once more')).rejects.toThrow(
      'You have written 10 messages in the last minute. Wait a moment, then send it again.',
    )
    await comment(await someone(), coin, 'others go on')
  })

  test('the same within a minute is refused, wherever it is said and however it is spaced', async () => {
    const [coin, other] = [coinOf('TALK'), coinOf('PAGES')]
    const writer = await someone()
    await comment(writer, coin, 'to the moon')
    await expect(comment(writer, coin, 'to the moon')).rejects.toEqual(failure(409, 'messageRepeated'))
    await expect(comment(writer, other, ' to  the moon ')).rejects.toEqual(failure(409, 'messageRepeated'))
    await expect(chat(writer, 'to the \u202emoon')).rejects.toEqual(failure(409, 'messageRepeated'))
    await comment(await someone(), coin, 'to the moon')
  })
})

describe('the chat', () => {
  test('is one room, newest first, with the system’s welcome apart', async () => {
    const anna = await someone()
    const before = await creator.get<ChatPage>('/api/chat')
    expect(before.welcome).toHaveLength(3)
    expect(before.welcome.every(({ isSystem, walletAddress }) => isSystem && walletAddress === null)).toBe(
      true,
    )
    const hello = await chat(anna, 'hello')
    const there = await chat(anna, 'there')
    const { messages } = await creator.get<ChatPage>('/api/chat?limit=2')
    expect(messages).toEqual([there, hello])
    expect(hello).toMatchObject({ message: 'hello', isSystem: false, walletAddress: anna.address })
    const older = await creator.get<ChatPage>(`/api/chat?cursor=${there.id}&limit=1`)
    expect(older.messages).toEqual([hello])
    await expect(chat(createClient(server.origin), 'me too')).rejects.toEqual(failure(401, 'notSignedIn'))
  })

  test('lets its author delete a message, and nobody else', async () => {
    const [anna, bert] = [await someone(), await someone()]
    const { id } = await chat(anna, 'oops')
    await expect(bert.delete(`/api/chat/${id}`)).rejects.toEqual(failure(403, 'notYourMessage'))
    await anna.delete(`/api/chat/${id}`)
    const { messages } = await creator.get<ChatPage>('/api/chat?limit=1')
    expect(messages.map((message) => message.id)).not.toContain(id)
  })
})

test('the demo market’s bots sign in and write as everybody does', async () => {
  const coin = coinOf('TALK')
  const bot = createBot(overHttp(server.origin), createKeypair(), '127.0.1.1')
  await bot.chat('gm')
  await bot.comment(coin.id, 'The picture alone made me look twice.')
  const [latest] = await bot.comments(coin.id)
  expect(latest).toMatchObject({
    message: 'The picture alone made me look twice.',
    walletAddress: bot.address,
  })
  await bot.comment(coin.id, 'Same here.', latest?.id)
  expect((await bot.comments(coin.id))[0]?.replies).toMatchObject([{ message: 'Same here.' }])
  const { messages } = await creator.get<ChatPage>('/api/chat?limit=1')
  expect(messages).toMatchObject([{ message: 'gm', walletAddress: bot.address }])
})

/** What bots do inside the server's process, from outside. */
function overHttp(origin: string): Pick<FastifyInstance, 'inject'> {
  const inject = (call: { method: string; url: string; headers: Record<string, string>; payload?: object }) =>
    new Promise((resolve, reject) => {
      const json = call.payload === undefined ? {} : { 'content-type': 'application/json' }
      const options = { method: call.method, headers: { ...call.headers, ...json } }
      const sent = request(`${origin}${call.url}`, options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const cookies = answer.headers['set-cookie']
          resolve({
            statusCode: answer.statusCode,
            payload: Buffer.concat(chunks).toString(),
            headers: { 'set-cookie': cookies?.[0] },
          })
        })
      })
      sent.on('error', reject)
      sent.end(call.payload && JSON.stringify(call.payload))
    })
  return { inject } as unknown as Pick<FastifyInstance, 'inject'>
}

describe('the live stream', () => {
  test('tells the coin’s readers of comments and answers, of what is gone, and of the count', async () => {
    const coin = coinOf('BARE')
    const [anna, bert] = [await someone(), await someone()]
    const live = await readLive(server.origin, `collection:${coin.id}`)
    const elsewhere = await readLive(server.origin, 'chat')
    const root = await comment(anna, coin, 'live?')
    const answer = await comment(bert, coin, 'live!', root.id)
    await bert.delete(`/api/collections/${coin.id}/comments/${answer.id}`)
    await anna.delete(`/api/collections/${coin.id}/comments/${root.id}`)
    await expect
      .poll(() => live.events().filter(({ type }) => type.startsWith('comment')))
      .toEqual([
        { type: 'comment', comment: root, parentReplyCount: null },
        { type: 'comment', comment: answer, parentReplyCount: 1 },
        {
          type: 'commentGone',
          collectionId: coin.id,
          id: answer.id,
          parentId: root.id,
          parentReplyCount: 0,
        },
        { type: 'comment', comment: root, parentReplyCount: null },
        { type: 'commentGone', collectionId: coin.id, id: root.id, parentId: null, parentReplyCount: null },
      ])
    await expect.poll(() => live.collections().at(-1)?.commentCount).toBe(0)
    expect(elsewhere.types()).toEqual(['hello'])
    live.stop()
    elsewhere.stop()
  })

  test('tells the chat’s readers', async () => {
    const anna = await someone()
    const live = await readLive(server.origin, 'chat')
    const message = await chat(anna, 'anybody here?')
    await anna.delete(`/api/chat/${message.id}`)
    await expect
      .poll(() => live.events().slice(1))
      .toEqual([
        { type: 'chat', message },
        { type: 'chatGone', id: message.id },
      ])
    live.stop()
  })

  test('never resends deleted, moderated or replaced texts', async () => {
    const coin = coinOf('BARE')
    const [anna, bert] = [await someone(), await someone()]
    const topics = `chat,collection:${coin.id}`
    const before = await readLive(server.origin, topics)
    await expect.poll(() => before.lastId()).not.toBe('')
    before.stop()
    const said = [await chat(anna, 'leak: deleted'), await chat(anna, 'leak: hidden')]
    await anna.delete(`/api/chat/${said[0]?.id}`)
    await decide(said[1]?.id ?? '', 'hide')
    await creator.signIn()
    const root = await comment(creator, coin, 'leak: former text')
    const answers = [await comment(bert, coin, 'leak: an answer', root.id)]
    // Each event carries the root with its replies at that time.
    const path = `/api/collections/${coin.id}`
    await creator.put(`${path}/pinned`, { messageId: root.id, message: 'the newer text' })
    answers.push(await comment(bert, coin, 'another', root.id))
    await decide(answers[0]?.id ?? '', 'hide')
    const alone = await comment(anna, coin, 'leak: on its own')
    await anna.delete(`${path}/comments/${alone.id}`)
    const last = await chat(anna, 'the last')

    const later = await readLive(server.origin, topics, before.lastId())
    await expect.poll(() => later.events()).toContainEqual({ type: 'chat', message: last })
    expect(later.types()).not.toContain('reset')
    expect(JSON.stringify(later.events())).not.toContain('leak')
    const gone = later
      .events()
      .flatMap((event) => (event.type.endsWith('Gone') && 'id' in event ? event.id : []))
    expect(gone).toEqual([...said.map(({ id }) => id), answers[0]?.id, alone.id])
    const told = later.events().flatMap((event) => (event.type === 'comment' ? event.comment : []))
    expect(told.map(({ message }) => message)).toEqual(['another', 'the newer text'])
    later.stop()
    await bert.delete(`${path}/comments/${answers[1]?.id}`)
    await creator.delete(`${path}/comments/${root.id}`)
  })
})

describe('reports', () => {
  test('count once a wallet, and put what was reported before the moderators', async () => {
    const coin = coinOf('TALK')
    const [anna, bert, cleo] = [await someone(), await someone(), await someone()]
    const { id } = await comment(anna, coin, 'send me your seed phrase')
    await expect(report(createClient(server.origin), 'comment', id)).rejects.toEqual(
      failure(401, 'notSignedIn'),
    )
    await report(bert, 'comment', id, 'A scam')
    await report(bert, 'comment', id, 'A scam, again')
    await report(cleo, 'comment', id, ' Phishing\u202e ')
    const [open] = (await reports('?limit=1')).reports
    expect(open).toMatchObject({
      id,
      kind: 'comment',
      message: 'send me your seed phrase',
      walletAddress: anna.address,
      collection: { id: coin.id, name: coin.name, symbol: coin.symbol },
      isOpen: true,
      reportCount: 2,
      state: 'shown',
      decidedBy: null,
    } satisfies Partial<ReportedMessage>)
    expect(open?.reports.map(({ walletAddress, reason }) => [walletAddress, reason])).toEqual([
      [cleo.address, 'Phishing'],
      [bert.address, 'A scam'],
    ])
  })

  test('are refused where there is nothing to report, or too much is said', async () => {
    const coin = coinOf('TALK')
    const [anna, bert] = [await someone(), await someone()]
    const { id } = await comment(anna, coin, 'fine')
    await expect(report(bert, 'chat', id)).rejects.toEqual(failure(404, 'messageNotFound'))
    await expect(report(bert, 'comment', '01990000-0000-7000-8000-000000000000')).rejects.toEqual(
      failure(404, 'messageNotFound'),
    )
    await expect(report(bert, 'comment', id, 'x'.repeat(201))).rejects.toEqual(failure(400, 'badRequest'))
    await expect(report(bert, 'comment', "' or 1=1")).rejects.toEqual(failure(400, 'badRequest'))
  })

  test('are not there for strangers', async () => {
    const anna = await someone()
    const { id } = await chat(anna, 'mind your own business')
    for (const stranger of [createClient(server.origin), anna]) {
      await expect(stranger.get('/api/admin/reports')).rejects.toEqual(failure(404, 'notFound'))
      await expect(decide(id, 'hide', stranger)).rejects.toEqual(failure(404, 'notFound'))
    }
  })

  test('of the chat: hidden for everybody at once, decided, and shown again', async () => {
    const [anna, bert] = [await someone(), await someone()]
    const message = await chat(anna, 'buy my course')
    await report(bert, 'chat', message.id)
    const openBefore = (await reports()).openCount
    const live = await readLive(server.origin, 'chat')
    expect(await decide(message.id, 'hide')).toEqual({ id: message.id, state: 'hidden' })
    await expect.poll(() => live.events().slice(1)).toEqual([{ type: 'chatGone', id: message.id }])
    const latest = await creator.get<ChatPage>('/api/chat?limit=5')
    expect(latest.messages.map(({ id }) => id)).not.toContain(message.id)
    await expect(report(await someone(), 'chat', message.id)).rejects.toEqual(failure(404, 'messageNotFound'))
    const after = await reports()
    expect(after.openCount).toBe(openBefore - 1)
    expect(after.reports.find(({ id }) => id === message.id)).toMatchObject({
      state: 'hidden',
      isOpen: false,
      message: 'buy my course',
      decidedBy: admin.address,
    })
    await decide(message.id, 'restore')
    await expect.poll(() => live.events().at(-1)).toEqual({ type: 'chat', message })
    live.stop()
  })

  test('of a comment with answers: its place stays, without text or name', async () => {
    const coin = coinOf('BARE')
    const [anna, bert] = [await someone(), await someone()]
    const root = await comment(anna, coin, 'a lie')
    const answer = await comment(bert, coin, 'that is a lie', root.id)
    const live = await readLive(server.origin, `collection:${coin.id}`)
    await decide(root.id, 'hide')
    const place = { state: 'hidden', message: '', username: '', walletAddress: null, replyCount: 1 }
    expect((await comments(coin)).comments).toMatchObject([{ id: root.id, ...place }])
    await expect
      .poll(() => live.events().find(({ type }) => type === 'comment'))
      .toMatchObject({ comment: { id: root.id, ...place } })
    expect(await countOf(coin)).toBe(1)
    await decide(answer.id, 'hide')
    expect((await comments(coin)).comments).toEqual([])
    await expect
      .poll(() => live.events().flatMap((event) => (event.type === 'commentGone' ? event.id : [])))
      .toEqual([answer.id, root.id])
    await decide(answer.id, 'restore')
    expect((await comments(coin)).comments).toMatchObject([
      { ...place, replies: [{ message: 'that is a lie' }] },
    ])
    await decide(root.id, 'restore')
    expect(await texts(coin)).toEqual(['a lie'])
    expect(await countOf(coin)).toBe(2)
    await bert.delete(`/api/collections/${coin.id}/comments/${answer.id}`)
    await anna.delete(`/api/collections/${coin.id}/comments/${root.id}`)
    live.stop()
  })

  test('that are dismissed leave the text; a new one opens it again', async () => {
    const coin = coinOf('TALK')
    const [anna, bert, cleo] = [await someone(), await someone(), await someone()]
    const { id } = await comment(anna, coin, 'I do not like it')
    const stateOf = async () => {
      const found = (await reports('?limit=100')).reports.find((each) => each.id === id)
      return found && [found.state, found.isOpen]
    }
    await report(bert, 'comment', id)
    await decide(id, 'dismiss')
    expect(await stateOf()).toEqual(['shown', false])
    await report(cleo, 'comment', id)
    expect(await stateOf()).toEqual(['shown', true])
    await anna.delete(`/api/collections/${coin.id}/comments/${id}`)
    expect(await stateOf()).toEqual(['deleted', false])
    await expect(decide(id, 'restore')).rejects.toEqual(failure(404, 'messageNotFound'))
  })

  test('come page by page, the open ones first', async () => {
    const seen: ReportedMessage[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ReportsPage = await reports(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.reports)
      cursor = page.nextCursor
    }
    const whole = (await reports('?limit=100')).reports
    expect(whole.length).toBeGreaterThan(2)
    expect(seen).toEqual(whole)
    const order = whole.map(({ isOpen, lastReportedAt }) => `${isOpen ? 1 : 0} ${lastReportedAt}`)
    expect(order).toEqual([...order].sort().reverse())
    await expect(reports('?cursor=nonsense')).rejects.toEqual(failure(400, 'badRequest'))
  })
})

describe('what the creator pins', () => {
  const pathOf = ({ id }: Collection) => `/api/collections/${id}/pinned`
  const pin = async (client: Client, coin: Collection, messageId: string, message?: string) =>
    (await client.put<PostedComment>(pathOf(coin), { messageId, message })).comment
  const pinned = async (coin: Collection) => (await creator.get<Pinned>(pathOf(coin))).pinned
  const own = async () => {
    const client = createClient(server.origin, creator.keypair)
    await client.signIn()
    return client
  }

  test('stands apart, one at a time, is told to the coin’s readers, and unpinned', async () => {
    const [coin, client] = [coinOf('BARE'), await own()]
    expect(await pinned(coin)).toBeNull()
    const [first, second] = [
      await comment(client, coin, 'a plan'),
      await comment(client, coin, 'a better plan'),
    ]
    const live = await readLive(server.origin, `collection:${coin.id}`)
    expect(await pin(client, coin, first.id)).toMatchObject({ id: first.id, editedAt: null })
    const now = await pin(client, coin, second.id)
    expect(now.pinnedAt).not.toBeNull()
    expect(await pinned(coin)).toEqual(now)
    expect((await comments(coin)).comments).toEqual([now, first])
    const edited = await pin(client, coin, second.id, '  the  best plan ')
    expect(edited).toMatchObject({ message: 'the best plan', pinnedAt: now.pinnedAt })
    expect(edited.editedAt).not.toBeNull()
    await client.delete(pathOf(coin))
    await client.delete(pathOf(coin))
    expect(await pinned(coin)).toBeNull()
    const told = () =>
      live
        .events()
        .flatMap((event) =>
          event.type === 'comment' ? [[event.comment.id, event.comment.pinnedAt !== null]] : [],
        )
    await expect.poll(told).toEqual([
      [first.id, true],
      [first.id, false],
      [second.id, true],
      [second.id, true],
      [second.id, false],
    ])
    live.stop()
    for (const { id } of [first, second]) await client.delete(`/api/collections/${coin.id}/comments/${id}`)
  })

  test('is the creator’s alone: no stranger’s, no other creator’s, and nobody else’s words', async () => {
    const [coin, client, stranger] = [coinOf('BARE'), await own(), await someone()]
    const other = await someone()
    await other.airdrop(1)
    await other.launch({ symbol: 'OTHER' }, await plainPicture())
    const [mine, theirs] = [await comment(client, coin, 'mine'), await comment(stranger, coin, 'theirs')]
    const reply = await comment(client, coin, 'an answer', theirs.id)
    await pin(client, coin, mine.id)
    for (const each of [stranger, other]) {
      await expect(pin(each, coin, theirs.id)).rejects.toEqual(failure(403, 'notCreator'))
      await expect(pin(each, coin, mine.id, 'not mine')).rejects.toEqual(failure(403, 'notCreator'))
      await expect(each.delete(pathOf(coin))).rejects.toEqual(failure(403, 'notCreator'))
    }
    await expect(pin(createClient(server.origin), coin, mine.id)).rejects.toEqual(failure(401, 'notSignedIn'))
    await expect(pin(client, coin, theirs.id)).rejects.toEqual(failure(403, 'notYourMessage'))
    await expect(pin(client, coin, reply.id)).rejects.toEqual(failure(404, 'messageNotFound'))
    await expect(pin(client, coinOf('TALK'), mine.id)).rejects.toEqual(failure(404, 'messageNotFound'))
    await expect(pin(client, coin, mine.id, ' ')).rejects.toEqual(failure(400, 'messageBlank'))
    await expect(pin(client, coin, mine.id, 'x'.repeat(501))).rejects.toEqual(failure(400, 'messageTooLong'))
    expect(await pinned(coin)).toMatchObject({ id: mine.id, message: 'mine', editedAt: null })
    for (const { id } of [reply, mine]) await client.delete(`/api/collections/${coin.id}/comments/${id}`)
    await stranger.delete(`/api/collections/${coin.id}/comments/${theirs.id}`)
    expect(await pinned(coin)).toBeNull()
  })

  test('is reported and hidden as every comment is, and is not pinned any more then', async () => {
    const [coin, client, stranger] = [coinOf('BARE'), await own(), await someone()]
    const { id } = await comment(client, coin, 'a false promise')
    await pin(client, coin, id)
    await report(stranger, 'comment', id)
    expect((await reports()).reports[0]).toMatchObject({ id, isOpen: true, message: 'a false promise' })
    await expect(pin(client, coin, id, 'nothing to see')).rejects.toEqual(failure(409, 'messageReported'))
    await decide(id, 'hide')
    expect(await pinned(coin)).toBeNull()
    await expect(pin(client, coin, id)).rejects.toEqual(failure(404, 'messageNotFound'))
    await decide(id, 'restore')
    expect(await pinned(coin)).toBeNull()
    await client.delete(`/api/collections/${coin.id}/comments/${id}`)
  })
})

test('all of it survives a restart, and in the soak a rebuilt index', async () => {
  const coin = coinOf('TALK')
  const anna = await someone()
  const author = createClient(server.origin, creator.keypair)
  await author.signIn()
  const kept = await comment(author, coin, 'pinned before')
  const { comment: pinned } = await author.put<PostedComment>(`/api/collections/${coin.id}/pinned`, {
    messageId: kept.id,
  })
  const root = await comment(anna, coin, 'still here?')
  const [page, talk, { commentCount }] = [
    await comments(coin),
    await creator.get<ChatPage>('/api/chat'),
    await creator.get<Collection>(`/api/collections/${coin.id}`),
  ]
  await server.stop()
  // That a rebuild empties none of these tables is in packages/server/database/database.test.ts.
  if (isSoak) rebuildIndex(server.folder)
  server = await startServerProcess({ folder: server.folder, env: { RATE_LIMIT: 'on' } })
  creator = createClient(server.origin)
  expect(await comments(coin)).toEqual(page)
  expect(await creator.get(`/api/collections/${coin.id}/pinned`)).toEqual({ pinned })
  expect(await creator.get('/api/chat')).toEqual(talk)
  expect(await countOf(coin)).toBe(commentCount)
  const back = createClient(server.origin, anna.keypair)
  await back.signIn()
  await back.delete(`/api/collections/${coin.id}/comments/${root.id}`)
  expect(await countOf(coin)).toBe(commentCount - 1)
})

test('an internet address has a limit of its own, whichever wallets write there', async () => {
  const writers = await Promise.all(Array.from({ length: 5 }, someone))
  let sent = 0
  const send = async () => {
    for (const writer of writers)
      for (let i = 0; i < MESSAGES_PER_MINUTE; i++) {
        await chat(writer, `${i} of ${writer.address}`)
        sent++
      }
  }
  await expect(send()).rejects.toThrow(
    'From your internet address 40 messages were sent in the last minute. Wait a moment, then send it again.',
  )
  expect(sent).toBe(MESSAGES_PER_MINUTE_AND_ADDRESS)
})
