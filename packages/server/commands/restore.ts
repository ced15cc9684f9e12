// `npm run restore -- FILE.car … | --gateway URL [--mint MINT]`: gives a server back the texts and pictures of launches that it
// lost, from CAR files or from anybody's gateway. Ends with 1 while one is missing. The index must hold the coins; where the
// database is lost, too, `npm run reindex` comes first. The server must be stopped when chain or database are the embedded ones.

import { decideLaunch } from '@twinmint/sdk/actions/launch/rules'
import type { FolderTexts } from '@twinmint/sdk/content/metadata'
import { isAddress } from '@twinmint/sdk/core/address'
import { CarFiles } from '../content/ipfs/car.ts'
import { restoreAll } from '../content/ipfs/restore.ts'
import { type BlockSource, fromCars, fromGateway, isGatewayUrl } from '../content/ipfs/sources.ts'
import { readCommand, refuseCommand } from '../main/commands.mjs'
import { readConfig } from '../main/config.ts'
import { openPictures } from '../main/pictures.ts'
import { openFoundations } from '../main/server.ts'

try {
  process.exitCode = (await restore()) ? 0 : 1
} catch (error) {
  console.error(`Nothing more was restored: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

async function restore(): Promise<boolean> {
  const { files, gateway, mintAddress } = readArguments()
  const source =
    gateway === undefined
      ? await readCars(files)
      : fromGateway(gateway, (sentence) => console.error(sentence))
  const config = readConfig()
  const stop = (sentence: string) => {
    throw new Error(sentence)
  }
  const foundations = await openFoundations(config, stop)
  const { db } = foundations
  try {
    const { pictures } = openPictures(config, db)
    const { whole, restored, missing, foreign, old } = await restoreAll(
      { db, pictures, source, whyNot, say: (sentence) => console.log(sentence) },
      mintAddress,
    )
    if (mintAddress !== undefined && whole + restored + missing + foreign + old === 0)
      throw new Error(`The index has no coin ${mintAddress}.`)
    console.log(
      `${restored} restored, ${whole} whole already, ${missing} still missing, ${foreign} launched elsewhere, ${old} before there were content addresses.`,
    )
    return missing === 0
  } finally {
    await foundations.close()
  }
}

function readArguments() {
  const { values, rest: files } = readCommand('restore')
  const gateway = values['gateway']?.toString()
  const mintAddress = values['mint']?.toString()
  if ((gateway === undefined) === (files.length === 0))
    refuseCommand('restore', 'It takes either CAR files or --gateway.')
  if (mintAddress !== undefined && !isAddress(mintAddress))
    refuseCommand('restore', `"${mintAddress}" is not a coin’s address.`)
  const url = gateway !== undefined && URL.canParse(gateway) ? new URL(gateway) : undefined
  if (gateway !== undefined && (url === undefined || !isGatewayUrl(url)))
    refuseCommand('restore', `"${gateway}" is not an https:// address.`)
  return { files, gateway: url, mintAddress }
}

async function readCars(files: readonly string[]): Promise<BlockSource> {
  const cars = new CarFiles()
  for (const file of files) {
    const { blocks, isCutOff } = await cars.add(file).catch((cause: unknown) => {
      throw new Error(`${file} is no CAR (${cause instanceof Error ? cause.message : String(cause)})`, {
        cause,
      })
    })
    console.log(`${file}: ${blocks} blocks${isCutOff ? ', and it is cut off' : ''}`)
  }
  return fromCars(cars)
}

/** Texts that no launch takes here are not taken from others either. */
function whyNot(texts: FolderTexts): string | undefined {
  const decision = decideLaunch(
    {
      ...texts,
      devBuyAmount: '0',
      boostLaunch: false,
      guardBps: 0,
      guardSeconds: 0,
      creatorAddress: '11111111111111111111111111111111',
    },
    undefined,
  )
  if (decision.kind === 'refused') return Object.values(decision.errors)[0]
  const { name, symbol, collectionName, description } = decision.draft
  const isSame =
    name === texts.name &&
    symbol === texts.symbol &&
    collectionName === texts.collectionName &&
    description === texts.description
  return isSame ? undefined : 'its texts are not as launches write them'
}
