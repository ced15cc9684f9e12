// The pictures, where the configuration says that they are kept; as the server and its commands open them.

import { openPictureStore } from '../content/storage/pictures.ts'
import type { Database } from '../database/database.ts'
import { addLoosePicture } from '../launch/store.ts'
import type { Config } from './config.ts'
import { openContentStore } from './content.ts'

export function openPictures(config: Config, db: Database) {
  const store = openContentStore(config)
  const pictures = openPictureStore(store, {
    onTaken: (hash) => addLoosePicture(db, hash),
    isLimitedByKey: config.rateLimit,
  })
  return { store, pictures }
}
