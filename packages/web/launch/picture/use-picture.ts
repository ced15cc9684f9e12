// The picture of a launch as it is chosen, cropped, drawn, and remembered in its tab.

import { imageFileError } from '@twinmint/sdk/actions/launch/rules'
import { fileProblem } from '@twinmint/sdk/core/picture-bytes'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PreparedPicture } from './CropDialog.tsx'
import { useObjectUrl } from './object-url.ts'
import { pictureNote } from './picture-mark.ts'

const loadMemory = () => import('./picture-storage.ts')
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

const UNREADABLE = 'This file cannot be read as a picture'
const asItIs = (file: File): PreparedPicture => ({ file, source: file, area: undefined, motion: 'still' })

/** The file to send, an address to draw it from, why it can't be the picture, and the one that is being cropped. */
export function usePicture() {
  const [picked, setPicked] = useState<PreparedPicture>()
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState<string>()
  const chosen = useRef<File | undefined>(undefined)
  const url = useObjectUrl(picked?.file)
  const show = useCallback((picture: PreparedPicture | undefined) => {
    setOpened(undefined)
    setProblem(undefined)
    setPicked(picture)
  }, [])
  const keep = useCallback(
    (picture: PreparedPicture | undefined) => {
      show(picture)
      remember(picture)
    },
    [show],
  )
  const choose = useCallback(
    async (file: File | undefined) => {
      chosen.current = file
      if (file === undefined) return keep(undefined)
      const isRefused = imageFileError(file) !== undefined
      const broken = isRefused ? undefined : await fileProblem(file)
      // Another one was chosen meanwhile.
      if (chosen.current !== file) return
      if (!isRefused && broken === undefined) return setOpened({ source: file, area: undefined })
      // It is named, with why it can't be.
      show(asItIs(file))
      setProblem(broken)
      remember(undefined)
    },
    [keep, show],
  )
  const pick = useCallback((file: File | undefined) => void choose(file), [choose])
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
  const markUnreadable = useCallback(() => setProblem(UNREADABLE), [])
  const fileError = imageFileError(picked?.file)
  return {
    ...picked,
    // A file of another kind is not drawn at all.
    url: fileError === undefined && problem === undefined ? url : undefined,
    error: fileError ?? problem,
    opened,
    pick,
    keep,
    cancel: () => setOpened(undefined),
    cropAgain:
      picked === undefined || picked.motion === 'moves' || fileError !== undefined || problem !== undefined
        ? undefined
        : () => setOpened({ source: picked.source, area: picked.area }),
    /** The one that is being cropped is none. */
    refuse: () => {
      if (opened === undefined) return
      show(asItIs(opened.source))
      setProblem(UNREADABLE)
      remember(undefined)
    },
    markUnreadable,
  }
}
