// `npm run move-content -- --to s3` (or folder): copies every picture from the data folder to the S3-compatible store of the
// settings, or back. A move that was stopped goes on where it was. Ends with 1 when a picture is rotten and stayed.
import { mkdirSync } from 'node:fs'
import { moveContent } from '../content/storage/checkup.ts'
import { openS3Store } from '../content/storage/s3.ts'
import { readCommand, refuseCommand } from '../main/commands.mjs'
import { readConfig } from '../main/config.ts'
import { openPicturesFolder, wordsOfFailure } from '../main/content.ts'
import { openDataFolder } from '../main/data-folder.ts'

try {
  process.exitCode = (await move()) ? 0 : 1
} catch (error) {
  console.error(`Not everything was moved: ${wordsOfFailure(error)}`)
  process.exitCode = 2
}

async function move(): Promise<boolean> {
  const { to, remove } = readCommand('move-content').values
  if (to !== 's3' && to !== 'folder') refuseCommand('move-content', '--to must be s3 or folder.')
  const config = readConfig()
  if (config.s3 === undefined) throw new Error('S3_ENDPOINT and the settings beside it name no store')
  const [folder, s3] = [openPicturesFolder(config), openS3Store(config.s3)]
  const [source, target] = to === 's3' ? [folder, s3] : [s3, folder]
  await s3.check()
  // The folder's inventory names its pictures, and no server may write it meanwhile.
  mkdirSync(config.dataFolder, { recursive: true })
  const dataFolder = to === 'folder' || remove === true ? openDataFolder(config.dataFolder) : undefined
  try {
    const { copied, bytes, known, rotten, removed } = await moveContent(source, target, {
      removes: remove === true,
      onProgress: (done) => done % 1_000 === 0 && console.log(`${done} …`),
    })
    const where = to === 's3' ? `the bucket ${config.s3.bucket}` : config.dataFolder
    console.log(
      `${copied} files (${(bytes / 1e6).toFixed(1)} MB) were copied to ${where}; ${known} were there.`,
    )
    if (remove === true) console.log(`${removed} were deleted at the old place.`)
    for (const key of rotten) console.log(`rotten, and not copied: ${key}`)
    return rotten.length === 0
  } finally {
    dataFolder?.close({ withInventory: dataFolder.isAsClosed })
  }
}
