// Signing in and what it opens, as an attacker meets it: over HTTP, on the built server.

import type { Follow, Following } from '@twinmint/sdk/api/follows/contract'
import type { Names, Profile } from '@twinmint/sdk/api/records/person'
import type { Watchlist } from '@twinmint/sdk/api/watchlist/contract'
import { type SignInFields, signInText } from '@twinmint/sdk/core/sign-in'
import type { Session } from '@twinmint/sdk/internal/api/session/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { type Client, createClient, HttpFailure } from './client.ts'
import { readLive } from './live.ts'
import { pressAdminLink, type ServerProcess, startServerProcess } from './server-process.ts'

const chief = createKeypair()
let server: ServerProcess

beforeAll(async () => {
  server = await startServerProcess({ env: { ADMIN_WALLETS: chief.address, ADMIN_LINK: 'on' } })
})
afterAll(() => server.remove())

const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const refusedSignIn = failure(401, 'signInRefused')

const askToSignIn = (client: Client) =>
  client.post<SignInFields>('/api/session/nonce', { walletAddress: client.address })

const sendSigned = (client: Client, text: string, signer: Client = client) =>
  client.post<Session>('/api/session', {
    walletAddress: client.address,
    message: Buffer.from(text).toString('base64'),
    signature: Buffer.from(signer.signMessage(Buffer.from(text))).toString('base64'),
  })

/** As a browser sends it, or a program: what `fetch` leaves out is left out. */
async function send(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; code: string; headers: Headers }> {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const { code = '' } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string }
  return { status: response.status, code, headers: response.headers }
}

async function signedIn(): Promise<Client & { readonly header: { readonly cookie: string } }> {
  const client = createClient(server.origin)
  await client.signIn()
  return { ...client, header: { cookie: client.cookie() ?? '' } }
}

describe('signing in', () => {
  test('gives a cookie that scripts cannot read, and the session is listed', async () => {
    const client = createClient(server.origin)
    expect(await client.get<Session>('/api/session')).toEqual({
      walletAddress: null,
      isAdmin: false,
      sessions: [],
    })
    const session = await client.signIn()
    expect(session).toMatchObject({ walletAddress: client.address, isAdmin: false })
    expect(session.sessions).toMatchObject([{ isThis: true, device: 'A program' }])
    expect(await client.get<Session>('/api/session')).toMatchObject({ walletAddress: client.address })

    const text = signInText(await askToSignIn(client))
    const answer = await send('POST', '/api/session', {
      body: {
        walletAddress: client.address,
        message: Buffer.from(text).toString('base64'),
        signature: Buffer.from(client.signMessage(Buffer.from(text))).toString('base64'),
      },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^twinmint=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const { sessions } = await client.get<Session>('/api/session')
    expect(sessions.map(({ device }) => device).sort()).toEqual(['A program', 'Firefox on Linux'])
  })

  test('works once with each signature', async () => {
    const client = createClient(server.origin)
    const text = signInText(await askToSignIn(client))
    await sendSigned(client, text)
    await expect(sendSigned(client, text)).rejects.toEqual(refusedSignIn)
  })

  test('of two at the same moment with one signature lets one in', async () => {
    const one = createClient(server.origin)
    const other = createClient(server.origin, one.keypair)
    const text = signInText(await askToSignIn(one))
    const answers = await Promise.allSettled([sendSigned(one, text), sendSigned(other, text)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  test.each<[string, (fields: SignInFields) => Partial<SignInFields>]>([
    ['another domain', () => ({ domain: 'evil.example', uri: 'https://evil.example' })],
    ['an address of another domain', () => ({ uri: 'https://evil.example' })],
    ['another network', () => ({ chainId: 'mainnet' })],
    ['a time that has passed', () => ({ issuedAt: later(-30), expirationTime: later(-20) })],
    [
      'an old signature that says it still holds',
      () => ({ issuedAt: later(-30), expirationTime: later(60) }),
    ],
    ['a time to come', () => ({ issuedAt: later(5), expirationTime: later(15) })],
    ['no time at all', () => ({ issuedAt: 'soon' })],
    ['a nonce of its own', () => ({ nonce: 'a'.repeat(40) })],
    ['another statement', () => ({ statement: 'Claim your airdrop' })],
    ['another version', () => ({ version: '2' })],
    ['another wallet', () => ({ address: chief.address })],
    ['a line more', ({ expirationTime }) => ({ expirationTime: `${expirationTime}\nResources:\n- x` })],
  ])('is refused for %s, however well it is signed', async (_, change) => {
    const client = createClient(server.origin)
    const fields = await askToSignIn(client)
    await expect(sendSigned(client, signInText({ ...fields, ...change(fields) }))).rejects.toEqual(
      refusedSignIn,
    )
    // The nonce was not used up by that.
    await expect(sendSigned(client, signInText(fields))).resolves.toMatchObject({
      walletAddress: client.address,
    })
  })

  test('is refused with another wallet’s signature, an altered text, and a key that anybody can sign for', async () => {
    const client = createClient(server.origin)
    const other = createClient(server.origin)
    const text = signInText(await askToSignIn(client))
    await expect(sendSigned(client, text, other)).rejects.toEqual(refusedSignIn)
    const signature = Buffer.from(client.signMessage(Buffer.from(text))).toString('base64')
    const altered = Buffer.from(text.replace('Sign in to', 'Sign in  to')).toString('base64')
    const send = (message: string, walletAddress: string, by = signature) =>
      client.post('/api/session', { walletAddress, message, signature: by })
    await expect(send(altered, client.address)).rejects.toEqual(refusedSignIn)
    await expect(send(Buffer.from(text).toString('base64'), client.address, 'AAAA')).rejects.toEqual(
      refusedSignIn,
    )

    const nobody = '11111111111111111111111111111111'
    const fields = await client.post<SignInFields>('/api/session/nonce', { walletAddress: nobody })
    const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64')
    await expect(send(Buffer.from(signInText(fields)).toString('base64'), nobody, forged)).rejects.toEqual(
      refusedSignIn,
    )
  })

  test('is refused for a host that is not this server’s, which a relaying site would send', async () => {
    const answer = await fetch(`${server.origin}/api/session/nonce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
      body: JSON.stringify({ walletAddress: chief.address }),
    })
    expect(await answer.json()).toMatchObject({ domain: new URL(server.origin).host })
  })
})

describe('a session', () => {
  test('is not opened by a cookie that nobody gave', async () => {
    for (const token of ['a'.repeat(43), '', 'x', '../../etc/passwd', 'a'.repeat(5_000)])
      expect(
        await (
          await fetch(`${server.origin}/api/session`, { headers: { cookie: `twinmint=${token}` } })
        ).json(),
      ).toMatchObject({ walletAddress: null, isAdmin: false })
  })

  test('ends when it is revoked elsewhere, and nobody ends another wallet’s', async () => {
    const here = await signedIn()
    const there = createClient(server.origin, here.keypair)
    await there.signIn()
    const { sessions } = await here.get<Session>('/api/session')
    expect(sessions).toHaveLength(2)
    const other = sessions.find(({ isThis }) => !isThis)
    const stranger = await signedIn()
    await expect(stranger.delete(`/api/session/${other?.id}`)).rejects.toEqual(failure(404, 'notFound'))
    await expect(createClient(server.origin).delete(`/api/session/${other?.id}`)).rejects.toEqual(
      failure(401, 'notSignedIn'),
    )
    expect(await there.get<Session>('/api/session')).toMatchObject({ walletAddress: here.address })
    const streams = await Promise.all(
      [here, there].map((client) => readLive(server.origin, `alerts:${client.address}`, '', client.cookie())),
    )
    await here.delete(`/api/session/${other?.id}`)
    // The stream of the session that ended is over, as a whole answer, and no other.
    expect(
      await Promise.race(streams.map(({ ended }, at) => ended.then((isWhole) => [at, isWhole]))),
    ).toEqual([1, true])
    streams[0]?.stop()
    expect(await there.get<Session>('/api/session')).toMatchObject({ walletAddress: null })
    expect(await here.get<Session>('/api/session')).toMatchObject({ walletAddress: here.address })
  })

  test('ends when it signs out, though the cookie is kept', async () => {
    const client = await signedIn()
    await client.delete('/api/session')
    const kept = await fetch(`${server.origin}/api/session`, { headers: client.header })
    expect(await kept.json()).toMatchObject({ walletAddress: null })
  })

  test('makes way for the next one of the same browser', async () => {
    const client = await signedIn()
    await client.signIn()
    expect((await client.get<Session>('/api/session')).sessions).toHaveLength(1)
  })
})

test.each<[string, Record<string, string>, number]>([
  ['another site', { origin: 'https://evil.example' }, 403],
  ['a sandbox', { origin: 'null' }, 403],
  ['a neighbour’s port', { origin: 'http://127.0.0.1:1' }, 403],
  ['a browser that hides the origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a program with a cookie and no origin', {}, 403],
])('a change with a session’s cookie from %s is refused', async (_, headers, status) => {
  const client = await signedIn()
  const body = { walletAddress: client.address, username: `n${client.address.slice(0, 20)}`, bio: '' }
  expect(
    await send('PUT', '/api/user/profile', { body, headers: { ...client.header, ...headers } }),
  ).toMatchObject({ status, code: 'wrongOrigin' })
  expect(await send('DELETE', '/api/session', { headers: { ...client.header, ...headers } })).toMatchObject({
    status,
  })
  expect(await client.get<Session>('/api/session')).toMatchObject({ walletAddress: client.address })
  await client.put('/api/user/profile', body) // and passes from here
})

test('another site cannot sign a visitor in, and programs without a cookie need no origin', async () => {
  const body = { walletAddress: chief.address }
  const from = (headers: Record<string, string>) => send('POST', '/api/session/nonce', { body, headers })
  expect(await from({ origin: 'https://evil.example' })).toMatchObject({ status: 403, code: 'wrongOrigin' })
  expect(await from({})).toMatchObject({ status: 200 })
  expect(
    await send('POST', '/rpc', {
      body: { jsonrpc: '2.0', id: 1, method: 'getHealth' },
      headers: { origin: 'https://wallet.example' },
    }),
  ).toMatchObject({ status: 200 })
})

describe('admins', () => {
  test('are the configured wallets, signed in', async () => {
    expect(await createClient(server.origin, chief).signIn()).toMatchObject({ isAdmin: true })
  })

  test('come by the button of the printed link’s page, once, and looking at the page costs nothing', async () => {
    const link = server.adminLink()
    const press = (token: string) => pressAdminLink(`${server.origin}/admin/enter?token=${token}`)
    for (let look = 0; look < 2; look++)
      expect((await fetch(link, { method: look === 0 ? 'HEAD' : 'GET' })).status).toBe(200)
    const page = await (await fetch(link)).text()
    const token = /name="token" value="([\w-]{43})"/.exec(page)?.[1] ?? ''

    expect((await press('a'.repeat(43))).status).toBe(404)
    const entered = await press(token)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/admin/waitlist'])
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const ask = async () =>
      (await (await fetch(`${server.origin}/api/session`, { headers: { cookie } })).json()) as Session
    expect(await ask()).toMatchObject({ walletAddress: null, isAdmin: true, sessions: [] })
    for (const again of [
      await press(token),
      await fetch(link),
      await fetch(`${server.origin}/admin/enter`),
    ]) {
      expect(again.status).toBe(404)
      expect(again.headers.get('content-type')).toContain('text/html')
      expect(again.headers.get('set-cookie')).toBeNull()
      expect(await again.text()).toContain('This link was used before or is older than an hour.')
    }
  })
})

describe('a profile', () => {
  const nameOf = (client: Client) => `name ${client.address}`.slice(0, 30)
  const save = (client: Client, username: string, bio = '', walletAddress = client.address) =>
    client.put<Profile>('/api/user/profile', { walletAddress, username, bio })
  const read = (address: string) =>
    createClient(server.origin).get<Profile>(`/api/user/profile?walletAddress=${address}`)

  test('is its wallet’s alone to change: 401 for visitors, 403 for others, 404 where there is none', async () => {
    const client = await signedIn()
    await expect(read(client.address)).rejects.toEqual(failure(404, 'profileNotFound'))
    await expect(save(createClient(server.origin), 'x', '', client.address)).rejects.toEqual(
      failure(401, 'notSignedIn'),
    )
    await expect(save(await signedIn(), 'x', '', client.address)).rejects.toEqual(failure(403, 'notAllowed'))
    await expect(read(client.address)).rejects.toEqual(failure(404, 'profileNotFound'))
    const saved = await save(client, `  ${nameOf(client)} `, 'Hello\nthere')
    expect(saved).toMatchObject({ username: nameOf(client), bio: 'Hello\nthere', profileImageUrl: null })
    expect(await read(client.address)).toEqual(saved)
    expect(await save(client, nameOf(client), 'x'.repeat(500))).toMatchObject({ createdAt: saved.createdAt })
    await expect(save(client, nameOf(client), 'x'.repeat(501))).rejects.toEqual(failure(400, 'badRequest'))
  })

  test('has a name that looks like nobody else’s, and gives it free with the next one', async () => {
    const [alice, eve] = [await signedIn(), await signedIn()]
    await save(alice, 'Alice Frog')
    for (const likeness of [
      'alice frog',
      'Alіce Frog',
      'A1ice_Frog',
      'ＡＬＩＣＥ ＦＲＯＧ',
      'ΑLICE FR0G',
      'Alicé-Frog',
    ])
      await expect(save(eve, likeness), likeness).rejects.toEqual(failure(409, 'usernameTaken'))
    for (const hidden of ['Alice\u200B Frog', '\u202EgorF', '', '  ', 'x'.repeat(51)])
      await expect(save(eve, hidden)).rejects.toEqual(failure(400, 'usernameInvalid'))
    for (const imitation of ['Admin', 'Twinmint Support', 'System Message', 'Ꭲwinmint', 'Be8L mXAY'])
      await expect(save(eve, imitation), imitation).rejects.toEqual(failure(400, 'usernameInvalid'))
    await save(alice, 'ALICE FROG') // one's own is not in one's way
    await save(alice, 'Alice Toad')
    expect(await save(eve, 'alice frog')).toMatchObject({ username: 'alice frog' })
  })

  test('is told by its name for many wallets at once, and for no more than fifty', async () => {
    const client = await signedIn()
    const name = nameOf(client)
    await save(client, name)
    const nameless = createClient(server.origin).address
    const ask = (wallets: readonly string[]) =>
      createClient(server.origin).get<Names>(`/api/user/names?wallets=${wallets.join(',')}`)
    expect(await ask([nameless, client.address, nameless])).toEqual([
      { walletAddress: client.address, username: name },
    ])
    expect(await ask([nameless])).toEqual([])
    await save(client, `${name} 2`)
    expect(await ask([client.address])).toEqual([{ walletAddress: client.address, username: `${name} 2` }])
    for (const wallets of [['nobody'], [client.address, ''], [`${client.address}' or true`]])
      await expect(ask(wallets)).rejects.toEqual(failure(400, 'invalidAddress'))
    const many = Array.from({ length: 51 }, () => createClient(server.origin).address)
    expect(await ask(many.slice(1))).toEqual([])
    await expect(ask(many)).rejects.toEqual(failure(400, 'badRequest'))
    await expect(ask(Array(1_500).fill('x'))).rejects.toEqual(failure(400, 'badRequest'))
  })

  test('has a name that cannot be taken for an address', async () => {
    const client = await signedIn()
    const { address } = createClient(server.origin)
    for (const likeness of [
      address,
      `${address.slice(0, 4)}…${address.slice(-4)}`,
      `${address.slice(0, 6)}...${address.slice(-4)}`,
    ])
      await expect(save(client, likeness)).rejects.toEqual(failure(400, 'usernameInvalid'))
  })

  test('of two who take a name at the same moment is one’s', async () => {
    const both = [await signedIn(), await signedIn()]
    const answers = await Promise.allSettled(both.map((client) => save(client, 'Only One')))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('keeps script and SQL as the text that they are', async () => {
    const client = await signedIn()
    const hostile = `<img src=x onerror=alert(1)>'; --`
    expect(await save(client, hostile, `</script><script>alert(1)</script>`)).toMatchObject({
      username: hostile,
      bio: '</script><script>alert(1)</script>',
    })
    const page = await fetch(`${server.origin}/profile/${client.address}`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('onerror')
  })

  test('has a picture that was made anew from what was uploaded, and nothing else', async () => {
    const client = await signedIn()
    const upload = (bytes: Uint8Array, headers: Record<string, string> = client.header) => {
      const form = new FormData()
      form.set('image', new Blob([Buffer.from(bytes)]), 'me.png')
      return fetch(`${server.origin}/api/user/profile/picture`, {
        method: 'PUT',
        body: form,
        headers: { origin: server.origin, ...headers },
      })
    }
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#21d38b' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    expect((await upload(picture)).status).toBe(404)
    await save(client, nameOf(client))
    expect((await upload(picture, {})).status).toBe(401)
    expect((await upload(Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415)
    const { profileImageUrl } = (await (await upload(picture)).json()) as Profile
    const served = await fetch(`${server.origin}${profileImageUrl}`)
    expect(served.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await served.arrayBuffer()).includes('secret')).toBe(false)
    expect(await client.delete('/api/user/profile/picture')).toMatchObject({ profileImageUrl: null })
  })
})

test('a watchlist is its wallet’s alone, and has 200 coins at most', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const collectionIds = [id(2), id(1), id(2)]
  expect(await one.put<Watchlist>('/api/user/watchlist', { collectionIds })).toEqual({
    collectionIds: [id(2), id(1)],
  })
  expect(await one.get('/api/user/watchlist')).toEqual({ collectionIds: [id(2), id(1)] })
  expect(await other.get('/api/user/watchlist')).toEqual({ collectionIds: [] })
  await expect(createClient(server.origin).get('/api/user/watchlist')).rejects.toEqual(
    failure(401, 'notSignedIn'),
  )
  // Told as a change of an older list, it undoes nothing that another browser did meanwhile.
  const change = { collectionIds: [id(3), id(2), id(1)], since: [id(2), id(1)] }
  await one.put('/api/user/watchlist', { collectionIds: [id(4), id(2)] })
  expect(await one.put<Watchlist>('/api/user/watchlist', change)).toEqual({
    collectionIds: [id(3), id(2), id(4)],
  })
  const many = Array.from({ length: 201 }, (_, at) => id(at))
  await expect(one.put('/api/user/watchlist', { collectionIds: many })).rejects.toEqual(
    failure(400, 'badRequest'),
  )
})

test('whom a wallet follows is its own matter', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const path = `/api/user/following/${other.address}`
  expect(await one.put<Follow>(path, { notify: true })).toMatchObject({
    walletAddress: other.address,
    notify: true,
  })
  expect(await one.put<Follow>(path, {})).toMatchObject({ notify: true })
  const { following } = await one.get<Following>('/api/user/following')
  expect(following).toMatchObject([{ walletAddress: other.address, notify: true }])
  // Neither the one who is followed nor a stranger sees or changes it.
  await other.delete(path.replace(other.address, one.address))
  expect(await other.get<Following>('/api/user/following')).toEqual({ following: [] })
  expect(await one.get<Following>('/api/user/following')).toEqual({ following })
  const stranger = createClient(server.origin)
  const notSignedIn = failure(401, 'notSignedIn')
  await expect(stranger.get('/api/user/following')).rejects.toEqual(notSignedIn)
  await expect(stranger.put(path, {})).rejects.toEqual(notSignedIn)
  await expect(stranger.delete(path)).rejects.toEqual(notSignedIn)
  // From another site's page the cookie does not count.
  const headers = { ...one.header, origin: 'https://evil.example' }
  expect(await send('PUT', path, { body: {}, headers })).toMatchObject({ code: 'wrongOrigin' })
  expect(await send('DELETE', path, { headers })).toMatchObject({ code: 'wrongOrigin' })

  await expect(one.put(`/api/user/following/${one.address}`, {})).rejects.toEqual(failure(400, 'badRequest'))
  await expect(one.put('/api/user/following/nobody', {})).rejects.toEqual(failure(400, 'invalidAddress'))
  await expect(one.put(path, { notify: 'yes' })).rejects.toEqual(failure(400, 'badRequest'))
  await one.delete(path)
  await one.delete(path)
  expect(await one.get<Following>('/api/user/following')).toEqual({ following: [] })
})

test('behind TLS the cookie is for this host and TLS alone, and flooding is limited', async () => {
  const proxied = await startServerProcess({
    env: { RATE_LIMIT: 'on', TRUST_PROXY: '1', ADMIN_WALLETS: chief.address },
  })
  try {
    expect(proxied.output()).not.toContain('/admin/enter')
    const client = createClient(proxied.origin)
    const fields = await client.post<SignInFields>('/api/session/nonce', { walletAddress: client.address })
    const text = signInText({ ...fields, uri: fields.uri.replace('http:', 'https:') })
    const answer = await fetch(`${proxied.origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      body: JSON.stringify({
        walletAddress: client.address,
        message: Buffer.from(text).toString('base64'),
        signature: Buffer.from(client.signMessage(Buffer.from(text))).toString('base64'),
      }),
    })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-twinmint=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const flood = await Promise.all(
      Array.from({ length: 60 }, () =>
        client.post('/api/session/nonce', { walletAddress: client.address }).then(
          () => 200,
          (error: unknown) => (error instanceof HttpFailure ? error.status : 0),
        ),
      ),
    )
    expect(flood.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30)
    expect(flood).toContain(200)
  } finally {
    await proxied.remove()
  }
})
