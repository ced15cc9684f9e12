// Pictures of real, built servers in an S3-compatible store: launches, profiles and cards, a store that is away, and the
// commands that move and verify.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openS3Store } from '../packages/server/content/storage/s3.ts'
import { contentKey } from '../packages/server/content/storage/store.ts'
import { type Client, createClient } from './client.ts'
import { runCommand } from './command.ts'
import { drawPicture } from './pictures.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { postgres, withSchema } from './services.ts'
import { isSoak } from './soak.ts'

let s3: S3Server
let server: ServerProcess
let creator: Client
let coin: Collection

beforeAll(async () => {
  s3 = await startS3Server('site')
  server = await startServerProcess({ env: { ...s3.env } })
  creator = createClient(server.origin)
  await creator.airdrop(10)
  coin = await creator.launch({ symbol: 'KEPT' }, await drawPicture('#21d38b'))
})
afterAll(async () => {
  await server.remove()
  await s3.close()
})

const hashOf = ({ imageUrl }: { readonly imageUrl: string | null }) =>
  /([0-9a-f]{64})-\d+\.webp$/.exec(imageUrl ?? '')?.[1] ?? ''
const picture = (hash: string, size: number) => fetch(`${server.origin}/api/images/${hash}-${size}.webp`)

const run = (
  command: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = s3.env,
  folder = server.folder,
) => runCommand(command, args, { cwd: folder, env: { PATH: process.env['PATH'], DATA_DIR: folder, ...env } })

test('a launch’s picture is in the bucket and nowhere else, and is served with a file’s headers', async () => {
  const hash = hashOf(coin)
  for (const size of [1024, 512, 128]) {
    const answer = await picture(hash, size)
    const kept = readFileSync(join(s3.folder, 'pictures', 'site', `${contentKey(hash, size)}._S3rver_object`))
    expect(Buffer.from(await answer.arrayBuffer()).equals(kept)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(kept.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  }
  expect((await picture('0'.repeat(64), 512)).status).toBe(404)
  expect((await picture(hash, 640)).status).toBe(404)
  // Of the first start, which had no bucket.
  expect(readdirSync(join(server.folder, 'pictures')).filter((name) => name !== 'place')).toEqual([])
  expect((await fetch(`${server.origin}/api/collections/${coin.id}/card.jpg`)).status).toBe(200)
  expect(server.output()).toContain(`Pictures   bucket pictures at ${new URL(s3.settings.endpoint).host}`)
  expect(server.output()).not.toContain(s3.settings.secretAccessKey)
})

test('a profile’s picture is there, too', async () => {
  await creator.signIn()
  await creator.put('/api/user/profile', { walletAddress: creator.address, username: 'keeper', bio: '' })
  const data = new FormData()
  data.set('image', new Blob([Buffer.from(await drawPicture('#ff9d4d'))]), 'face.jpg')
  const answer = await fetch(`${server.origin}/api/user/profile/picture`, {
    method: 'PUT',
    headers: { cookie: creator.cookie() ?? '', origin: server.origin },
    body: data,
  })
  expect(answer.status).toBe(200)
  const { thumbnailUrl } = (await answer.json()) as { thumbnailUrl: string }
  expect((await fetch(server.origin + thumbnailUrl)).status).toBe(200)
  expect(
    await openS3Store({ ...s3.settings, prefix: 'site/' }).size(
      contentKey(hashOf({ imageUrl: thumbnailUrl }), 512) ?? '',
    ),
  ).toBeGreaterThan(0)
})

if (isSoak)
  test('while the store is away the site goes on, says so, and takes no launch; what was read lately is still there', async () => {
    const fresh = await creator.launch({ symbol: 'NEXT' }, await drawPicture('#6a3fb5'))
    expect((await picture(hashOf(coin), 512)).status).toBe(200)
    await s3.goAway()
    const refused = await creator
      .prepareLaunch({ symbol: 'LOST' }, await drawPicture('#0d1b2a'))
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, code: 'contentUnavailable' })
    const notRead = await picture(hashOf(fresh), 1024)
    expect([notRead.status, notRead.headers.get('retry-after')]).toEqual([503, '5'])
    expect(notRead.headers.get('cache-control')).toBe('no-store')
    expect((await picture(hashOf(coin), 512)).status).toBe(200)
    await creator.trade('BUY', coin.id, '0.1')
    await vi.waitFor(async () => {
      const { content, ready } = await creator.get<Status>('/api/status')
      expect({ content, ready }).toMatchObject({ content: { kind: 's3', roundTripMs: null }, ready: true })
    }, 20_000)
    await s3.comeBack()
    expect((await picture(hashOf(fresh), 1024)).status).toBe(200)
    await vi.waitFor(async () => {
      expect((await creator.get<Status>('/api/status')).content.roundTripMs).not.toBeNull()
    }, 20_000)
  })

if (isSoak)
  test('verify-content names what rotted and whose it is; move-content takes all to the folder, where a server finds it', async () => {
    await server.stop()
    expect(await run('verify-content')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^7 files are what/) as string,
    })
    const key = contentKey(hashOf(coin), 1024) ?? ''
    const object = join(s3.folder, 'pictures', 'site', `${key}._S3rver_object`)
    const bytes = readFileSync(object)
    writeFileSync(object, Buffer.from(bytes).fill(0, 90, 91).fill(7, 91, 92))
    const found = await run('verify-content')
    expect(found.output).toContain(`rotten  ${key}  KEPT ${coin.mintAddress}`)
    expect(found).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 files are rotten or missing') as string,
    })
    writeFileSync(object, bytes)

    expect(await run('move-content', ['--to', 'folder', '--remove'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /7 files .* were copied to .*; 0 were there\.\n7 were deleted at the old place/,
      ) as string,
    })
    expect(
      readdirSync(s3.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('_object'),
      ),
    ).toEqual([])
    expect(await run('verify-content', [], {})).toMatchObject({ code: 0 })
    const again = await startServerProcess({ folder: server.folder })
    const answer = await fetch(`${again.origin}/api/images/${key.slice(3)}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)

    // It has the folder: what would change it is refused, and what reads it goes on without the coins' names.
    expect(await run('move-content', ['--to', 'folder'])).toMatchObject({ code: 2 })
    expect(await run('verify-content', [], {})).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Without the database.*\n7 files are what/) as string,
    })
    expect(await run('move-content', ['--to', 's3'])).toMatchObject({ code: 0 })
    expect(await run('move-content', ['--to', 's3'])).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        '0 files (0.0 MB) were copied to the bucket pictures; 7 were there.',
      ) as string,
    })
    await again.stop()
    const wrong = await run('verify-content', [], { ...s3.env, S3_SECRET_ACCESS_KEY: 'wr0ng' })
    expect(wrong).toEqual({
      code: 2,
      output:
        'Not everything was verified: the store of the pictures: it answers with status 403 (SignatureDoesNotMatch)\n',
    })
  })

if (isSoak && postgres.missing === undefined)
  test('export and restore with a bucket and a served PostgreSQL: what both lost comes back, and what rotted is put right', async () => {
    await withSchema('twinmint_restore', async (url, client) => {
      const env = { ...s3.env, S3_PREFIX: 'lost', DATABASE_URL: url }
      const own = await startServerProcess({ env })
      try {
        const owner = createClient(own.origin)
        await owner.airdrop(5)
        const lost = await owner.launch({ symbol: 'LOST' }, await drawPicture('#b51f6a'))
        await own.stop()
        const runHere = (command: string, args: readonly string[]) => run(command, args, env, own.folder)
        const car = join(own.folder, 'lost.car')
        expect(await runHere('export', [lost.mintAddress, car])).toMatchObject({
          code: 0,
          output: expect.stringContaining('1004 blocks') as string,
        })
        const launches = `select mint_address, name, description, links, image_hash, folder_cid, metadata_uri from launches`
        const { rows } = await client.query(launches)
        const store = openS3Store({ ...s3.settings, prefix: 'lost/' })
        const key = contentKey(hashOf(lost), 1024) ?? ''
        const large = await store.get(key)
        for (const size of [1024, 512, 128]) await store.remove(contentKey(hashOf(lost), size) ?? '')
        await client.query('delete from launches')

        expect(await runHere('export', [lost.mintAddress, join(own.folder, 'none.car')])).toMatchObject({
          code: 1,
        })
        const restored = { code: 0, output: expect.stringContaining('1 restored, 0 whole already') as string }
        expect(await runHere('restore', [car])).toMatchObject(restored)
        expect((await client.query(launches)).rows).toEqual(rows)
        expect(await store.get(key)).toEqual(large)

        await store.put(
          key,
          Uint8Array.from(large ?? [], (byte, at) => (at === 90 ? byte ^ 1 : byte)),
        )
        expect(await runHere('verify-content', [])).toMatchObject({ code: 1 })
        expect(await runHere('restore', [car])).toMatchObject(restored)
        expect(await runHere('verify-content', [])).toMatchObject({ code: 0 })
        const again = await startServerProcess({ folder: own.folder, env })
        const answer = await fetch(`${again.origin}/ipfs/${lost.folderCid}?format=car`)
        expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(car))).toBe(true)
        await again.stop()
      } finally {
        await own.remove()
      }
    })
  })
