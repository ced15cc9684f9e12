// The store of pictures that the configuration names, as the server and its commands open it.
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { addLoosePicture } from '../launch/store.ts'
import { openPictureStore, type PictureStore } from '../storage/pictures.ts'
import type { Config } from './config.ts'

export const openPictures = (config: Config, db: Database): PictureStore =>
  openPictureStore(join(config.dataFolder, 'pictures'), {
    onTaken: (hash) => addLoosePicture(db, hash),
    isLimitedByKey: config.rateLimit,
  })
