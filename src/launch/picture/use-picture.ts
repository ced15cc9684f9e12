// The picture of a launch as it is chosen, cropped, drawn, and remembered in its tab.
import { useCallback, useEffect, useState } from 'react'
import { imageFileError } from '../rules.ts'
import type { PreparedPicture } from './CropDialog.tsx'
import { pictureNote } from './note.ts'
import { useObjectUrl } from './object-url.ts'

const loadMemory = () => import('./memory.ts')
/** What can't be remembered is shown all the same. */
const remember = (picture: PreparedPicture | undefined) =>
  void loadMemory()
    .then(({ rememberPicture }) => rememberPicture(picture))
    .catch(() => undefined)

/** What is chosen and not used yet. */
interface Opened {
  readonly source: File
  readonly area: PreparedPicture['area']
}

const asItIs = (file: File): PreparedPicture => ({ file, source: file, area: undefined, motion: 'still' })

/** The file to send, an address to draw it from, why it can't be the picture, and the one that is being cropped. */
export function usePicture() {
  const [picked, setPicked] = useState<PreparedPicture>()
  const [opened, setOpened] = useState<Opened>()
  const [unreadable, setUnreadable] = useState(false)
  const url = useObjectUrl(picked?.file)
  const show = useCallback((picture: PreparedPicture | undefined) => {
    setOpened(undefined)
    setUnreadable(false)
    setPicked(picture)
  }, [])
  const keep = useCallback(
    (picture: PreparedPicture | undefined) => {
      show(picture)
      remember(picture)
    },
    [show],
  )
  const pick = useCallback(
    (file: File | undefined) => {
      if (file === undefined) keep(undefined)
      else if (imageFileError(file) === undefined) setOpened({ source: file, area: undefined })
      // It is named, with why it can't be.
      else {
        show(asItIs(file))
        remember(undefined)
      }
    },
    [keep, show],
  )
  useEffect(() => {
    if (pictureNote.read() === null) return undefined
    let isGone = false
    loadMemory()
      .then(({ rememberedPicture }) => rememberedPicture())
      .then((picture) => {
        if (picture !== undefined && !isGone) show(picture)
      })
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [show])
  const markUnreadable = useCallback(() => setUnreadable(true), [])
  const fileError = imageFileError(picked?.file)
  return {
    ...picked,
    // A file of another kind is not drawn at all.
    url: fileError === undefined && !unreadable ? url : undefined,
    error: fileError ?? (unreadable ? 'This file cannot be read as a picture' : undefined),
    opened,
    pick,
    keep,
    cancel: () => setOpened(undefined),
    cropAgain:
      picked === undefined || picked.motion === 'moves' || fileError !== undefined || unreadable
        ? undefined
        : () => setOpened({ source: picked.source, area: picked.area }),
    /** The one that is being cropped is none. */
    refuse: () => {
      if (opened === undefined) return
      show(asItIs(opened.source))
      setUnreadable(true)
      remember(undefined)
    },
    markUnreadable,
  }
}
