// Which part of a picture is used, and how large it becomes. Pure: pixels of the picture as it is shown, its orientation applied.

/** The longest side of what is sent; the server keeps no larger one. */
export const SIDE_MAX = 1024
/** A closer look than this would be a blur. */
const CROP_SIDE_MIN = 64
export const ZOOM_MAX = 8

export interface Size {
  readonly width: number
  readonly height: number
}

/** A part of a picture, in its pixels from the upper left corner. */
export interface Area extends Size {
  readonly x: number
  readonly y: number
}

/** How far one may zoom in, where 1 shows the largest square that fits: until so many pixels are left that it is no blur. */
export function zoomMaxOf({ width, height }: Size): number {
  return Math.min(ZOOM_MAX, Math.max(1, Math.min(width, height) / CROP_SIDE_MIN))
}

/** Whole pixels, square, and within the picture, whatever a pointer and its rounding made of it. At least one pixel. */
export function squareWithin({ x, y, width, height }: Area, picture: Size): Area {
  const whole = (value: number) => (Number.isFinite(value) ? Math.round(value) : 0)
  const side = Math.max(1, Math.min(whole(Math.min(width, height)), picture.width, picture.height))
  const within = (at: number, length: number) => Math.min(Math.max(0, whole(at)), length - side)
  return { x: within(x, picture.width), y: within(y, picture.height), width: side, height: side }
}

/** The largest square, in the middle. */
export function middleSquare(picture: Size): Area {
  const side = Math.min(picture.width, picture.height)
  return squareWithin(
    { x: (picture.width - side) / 2, y: (picture.height - side) / 2, width: side, height: side },
    picture,
  )
}

export const wholeOf = ({ width, height }: Size): Area => ({ x: 0, y: 0, width, height })

/** How large a part is drawn: as it is, or with the longer side made `SIDE_MAX`. Nothing is enlarged. */
export function drawnSize({ width, height }: Size): Size {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

/** How a picture lies in the frame in which it is cropped: one that is smaller is enlarged until it meets two of its sides. */
export function fitOf(picture: Size, frame: Size): 'contain' | 'horizontal-cover' | 'vertical-cover' {
  if (picture.width >= frame.width || picture.height >= frame.height) return 'contain'
  return picture.width * frame.height > picture.height * frame.width ? 'horizontal-cover' : 'vertical-cover'
}

/** Whether it is enlarged so much there that its pixels are seen one by one, and are to be as sharp as they are. */
export const isCoarse = (picture: Size, frame: Size): boolean =>
  Math.min(frame.width / picture.width, frame.height / picture.height) >= 3

/** Whether the part is all of the picture. */
export const isWhole = (area: Area, picture: Size): boolean =>
  area.x === 0 && area.y === 0 && area.width === picture.width && area.height === picture.height
