// That a picture was chosen for a launch, in this tab: no more than every page can ask at once. picture-storage.ts beside it has the rest.
import { keptText } from '../../data/browser-storage.ts'

export const PICTURE_KEY = 'twinmint.launch-picture'
/** Null where none was chosen. */
export const pictureNote = keptText(PICTURE_KEY, () => sessionStorage)
