import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { afterAll, expect, test } from 'vitest'
import { plainPicture } from '../../../tests/pictures.ts'
import { startS3Server } from '../../../tests/s3-server.ts'
import { openEmptyEmbedded } from '../../../tests/test-database.ts'
import { openPictureStore } from '../content/storage/pictures.ts'
import { openS3Store } from '../content/storage/s3.ts'
import { contentKey } from '../content/storage/store.ts'
import { savePicture, saveProfile } from '../people/store.ts'
import { addLaunch, addLoosePicture, findLaunch } from './store.ts'
import { startSweep } from './sweep.ts'

const db = await openEmptyEmbedded()
afterAll(() => db.close())

const OWNER = createKeypair().address
const onChain = new Set<string>()
const removed: string[] = []
const sweepNow = async (): Promise<string[]> => {
  removed.length = 0
  const chain = {
    loadAccounts: async (addresses: readonly Address[]) =>
      // Everything has had lamports sent to it.
      addresses.map((address) => ({
        lamports: 1n,
        owner: OWNER,
        data: new Uint8Array(onChain.has(address) ? 1 : 0),
      })),
  }
  const pictures = { remove: async (hash: string) => void removed.push(hash) }
  const failures: unknown[] = []
  await startSweep({ db, chain, pictures, store: { check: async () => {} } }, (error) =>
    failures.push(error),
  ).close()
  expect(failures).toEqual([])
  return removed.sort()
}
const hourPasses = () =>
  db.script(`update loose_pictures set loose_since = loose_since - interval '1 hour';
    update launches set created_at = created_at - interval '1 hour'`)

async function prepare(imageHash: string): Promise<string> {
  const mintAddress = createKeypair().address
  await addLoosePicture(db, imageHash)
  await addLaunch(db, {
    mintAddress,
    id: crypto.randomUUID(),
    creatorAddress: OWNER,
    name: 'Frog',
    symbol: 'FROG',
    collectionName: 'Frogs',
    description: '',
    links: {},
    imageHash,
    folderCid: null,
    metadataUri: 'https://twin.example/a',
    devBuyLamports: '0',
    boost: false,
  })
  return mintAddress
}

test('of what nobody signed nothing is left after an hour; what was launched, or shows on a profile, stays', async () => {
  const launched = await prepare('launched')
  onChain.add(launched)
  const unsigned = await prepare('unsigned')
  // The same picture twice: in a coin and in a launch that never was.
  await prepare('launched')
  for (let at = 0; at < 45; at++) await addLoosePicture(db, `refused ${at}`)
  await saveProfile(db, { walletAddress: OWNER, username: 'frog', skeleton: 'frog', bio: '' })
  for (const picture of ['first face', 'second face']) {
    await addLoosePicture(db, picture)
    await savePicture(db, OWNER, picture)
  }
  expect(await sweepNow()).toEqual([])

  await hourPasses()
  // Taken in again a moment ago, by somebody who will launch it.
  await addLoosePicture(db, 'refused 7')
  const gone = await sweepNow()
  expect(gone).toHaveLength(45)
  expect(gone).toContain('first face')
  expect(gone).not.toContain('refused 7')
  expect(await findLaunch(db, { mintAddress: unsigned })).toBeUndefined()
  expect(await findLaunch(db, { mintAddress: launched })).toMatchObject({ imageHash: 'launched' })

  await hourPasses()
  expect(await sweepNow()).toEqual(['refused 7', 'unsigned'])
  await savePicture(db, OWNER, null)
  await hourPasses()
  expect(await sweepNow()).toEqual(['second face'])
  await hourPasses()
  expect(await sweepNow()).toEqual([])
})

test('while pictures go from a slow store, others get the database in between', async () => {
  for (let at = 0; at < 20; at++) await addLoosePicture(db, `slow ${at}`)
  await hourPasses()
  let gone = 0
  let goneWhenAnswered: number | undefined
  const pictures = {
    remove: async () => {
      if (gone === 0)
        void db.query('select 1').then(() => {
          goneWhenAnswered ??= gone
        })
      await new Promise((done) => setTimeout(done, 10))
      gone++
    },
  }
  const chain = { loadAccounts: async () => [] }
  await startSweep({ db, chain, pictures, store: { check: async () => {} } }, (error) => {
    throw error
  }).close()
  expect({ gone, goneWhenAnswered }).toEqual({ gone: 20, goneWhenAnswered: 5 })
})

test('a picture that the store does not let go of keeps no other from going, and is tried again an hour later', async () => {
  for (let at = 0; at < 12; at++) await addLoosePicture(db, `held ${at}`)
  const gone: string[] = []
  const failures: unknown[] = []
  const sweepOnce = (isHeld: boolean) =>
    startSweep(
      {
        db,
        chain: { loadAccounts: async () => [] },
        store: { check: async () => {} },
        pictures: {
          remove: async (hash) => {
            if (isHeld && hash === 'held 0') throw new Error('it is locked')
            if (hash.startsWith('held')) gone.push(hash)
          },
        },
      },
      (error) => failures.push(error),
    ).close()
  await hourPasses()
  await sweepOnce(true)
  expect([gone.length, failures.length]).toEqual([11, 1])
  await sweepOnce(false)
  expect(gone).not.toContain('held 0')
  await hourPasses()
  await sweepOnce(false)
  expect([gone.at(-1), gone.length, failures.length]).toEqual(['held 0', 12, 1])
})

test('in a store that several servers share, what is loose goes once, and stays known while the store is away', async () => {
  const s3 = await startS3Server()
  const own = await openEmptyEmbedded()
  const chain = { loadAccounts: async () => [] }
  const store = openS3Store(s3.settings)
  const pictures = openPictureStore(store, { onTaken: (hash) => addLoosePicture(own, hash) })
  const hash = await pictures.add(await plainPicture(), 'somebody')
  await own.script(`update loose_pictures set loose_since = loose_since - interval '1 hour'`)
  const failures: unknown[] = []
  const sweepBoth = async () => {
    // Another server's view of the same.
    const other = openS3Store(s3.settings)
    await other.get(contentKey(hash, 512) ?? '').catch(() => {})
    const servers = [
      { pictures, store },
      { pictures: openPictureStore(other), store: other },
    ].map((each) => startSweep({ db: own, chain, ...each }, (error) => failures.push(error)))
    await Promise.all(servers.map((each) => each.close()))
  }
  await s3.goAway()
  await sweepBoth()
  expect(failures).toHaveLength(2)
  expect(await own.query('select image_hash from loose_pictures')).toHaveLength(1)
  await s3.comeBack()
  await sweepBoth()
  expect(failures).toHaveLength(2)
  expect(await own.query('select image_hash from loose_pictures')).toEqual([])
  for (const size of [1024, 512, 128]) expect(await store.size(contentKey(hash, size) ?? '')).toBeUndefined()
  await own.close()
  await s3.close()
})
