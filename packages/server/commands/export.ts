// `npm run export -- MINT [FILE]`: writes a launch's folder, picture and all metadata, into a CAR. The server must be stopped
// when chain or database are the embedded ones; of one that runs, `/ipfs/{address}?format=car` gives the same.
import { resolve } from 'node:path'
import { cidOfUri } from '@twinmint/sdk/content/cid'
import { makeFolder } from '@twinmint/sdk/content/folder'
import { isAddress } from '@twinmint/sdk/core/address'
import { exportFolder } from '../content/ipfs/export.ts'
import { openFolders, sha256Of } from '../content/ipfs/folders.ts'
import { loadRecord } from '../index/find.ts'
import { readCommand, refuseCommand } from '../main/commands.mjs'
import { readConfig } from '../main/config.ts'
import { openPictures } from '../main/pictures.ts'
import { openFoundations } from '../main/server.ts'

const [mintAddress = '', file] = readCommand('export').rest
if (!isAddress(mintAddress)) refuseCommand('export', `"${mintAddress}" is not a coin’s address.`)
try {
  const config = readConfig()
  const stop = (sentence: string) => {
    throw new Error(sentence)
  }
  const foundations = await openFoundations(config, stop)
  const { db } = foundations
  try {
    const { metadataUri } = await loadRecord(db, mintAddress)
    const cid = cidOfUri(metadataUri)
    if (cid === undefined)
      throw new Error('This coin was launched before pictures and texts had content addresses.')
    const { pictures } = openPictures(config, db)
    const folders = openFolders({
      db,
      make: ({ texts, picture }) => Promise.resolve(makeFolder(texts, picture, { hash: sha256Of })),
      readPicture: (hash) => pictures.read(hash, 1024),
      onDamage: (sentence) => console.error(`Content: ${sentence}`),
    })
    const folder = await folders.find(cid)
    if (folder === undefined) throw new Error('This server has lost the texts or the picture of this coin.')
    const to = resolve(file ?? `${cid}.car`)
    const { blocks, bytes } = await exportFolder(folder, to)
    console.log(`${to}: ${blocks} blocks, ${bytes} bytes, root ${cid}`)
  } finally {
    await foundations.close()
  }
} catch (error) {
  console.error(`Nothing was exported: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
