// A part of a picture as a file of its own: drawn by the browser, so that what is sent is small, upright and free of what a
// camera writes beside it.
import { type Area, drawnSize } from './crop.ts'

const QUALITY = 0.92
/** For what was kept without loss before: drawings keep their edges. */
const LOSSLESS = 1

/**
 * Draws `area` of the picture, at most `SIDE_MAX` on its longer side; what is transparent stays so. WebP, or PNG where the
 * browser writes no WebP. Rejects where it can't be drawn.
 */
export async function drawArea(picture: HTMLImageElement, area: Area, source: File): Promise<File> {
  const { width, height } = drawnSize(area)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser does not draw.')
  context.imageSmoothingQuality = 'high'
  // The browser turns the picture as its camera says, as it does where it shows it.
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  const quality = /png|gif/.test(source.type) ? LOSSLESS : QUALITY
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', quality)
  })
  if (blob === null) throw new Error('This browser could not write the picture.')
  return new File([blob], drawnName(source.name, blob.type), { type: blob.type })
}

/** Named as what it became. */
export const drawnName = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, '')}.${type === 'image/webp' ? 'webp' : 'png'}`
