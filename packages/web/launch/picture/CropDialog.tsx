// What happens between choosing a picture and using it: one that moves is used as it is, of any other a square is cut out, here
// in the page, so that only as much is sent as is kept. Loaded when a picture is chosen.
import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { groupThousands } from '../../ui/format.ts'
import { type Motion, motionOf } from './animated.ts'
import { CropFrame } from './CropFrame.tsx'
import {
  type Area,
  isWhole,
  middleSquare,
  SIDE_MAX,
  type Size,
  squareWithin,
  wholeOf,
  ZOOM_MAX,
  zoomMaxOf,
} from './crop.ts'
import { drawArea } from './draw.ts'
import { ZoomSlider } from './ZoomSlider.tsx'

/** A picture as it will be sent. */
export interface PreparedPicture {
  readonly file: File
  /** As it was chosen, for another crop. */
  readonly source: File
  /** What of the source the file shows; undefined where it is the source itself. */
  readonly area: Area | undefined
  readonly motion: Motion
}

export interface CropDialogProps {
  readonly source: File
  /** What was used of it before. */
  readonly area: Area | undefined
  readonly onDone: (prepared: PreparedPicture) => void
  readonly onCancel: () => void
  /** It is no picture that the browser knows. */
  readonly onUnreadable: () => void
}

export default function CropDialog(props: CropDialogProps) {
  const { source, onDone, onUnreadable } = props
  const [motion, setMotion] = useState<Motion>()
  const onMotion = useEffectEvent((read: Motion) => {
    if (read === 'moves') onDone({ file: source, source, area: undefined, motion: read })
    else setMotion(read)
  })
  const onFailed = useEffectEvent(onUnreadable)
  useEffect(() => {
    let isGone = false
    source.arrayBuffer().then(
      (bytes) => isGone || onMotion(motionOf(new Uint8Array(bytes))),
      // It was moved or deleted since it was chosen.
      () => isGone || onFailed(),
    )
    return () => {
      isGone = true
    }
  }, [source])
  return motion === undefined ? null : <Crop {...props} motion={motion} />
}

/** Sent as it is, where drawing it anew would gain nothing. */
const SMALL_BYTES = 512 * 1024
const KEYBOARD_ZOOM = 1.15
const MIDDLE = { x: 0, y: 0 }

type CropProps = CropDialogProps & { readonly motion: Motion }

function Crop(props: CropProps) {
  const { source, area: before, motion, onCancel, onUnreadable } = props
  const [picture, setPicture] = useState<Size>()
  const [position, setPosition] = useState(MIDDLE)
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [image, setImage] = useState<HTMLImageElement>()
  const { use, state } = useDrawing(props, image, picture)
  // Until its size is known it may be as much as ever: the part that was used before is found by it.
  const zoomMax = picture === undefined ? ZOOM_MAX : zoomMaxOf(picture)
  const zoomTo = (next: number) => setZoom(Math.min(zoomMax, Math.max(1, next)))
  const zoomBy = (factor: number) => zoomTo(zoom * factor)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') zoomBy(KEYBOARD_ZOOM)
    else if (event.key === '-' || event.key === '_') zoomBy(1 / KEYBOARD_ZOOM)
    else return
    event.preventDefault()
  }
  const reset = () => {
    setPosition(MIDDLE)
    setZoom(1)
    if (picture !== undefined) setArea(middleSquare(picture))
  }
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Crop your picture"
      description="A square, for the coin and all 1,000 NFTs"
      className="max-w-xl!"
    >
      <CropFrame
        source={source}
        before={before}
        position={position}
        zoom={zoom}
        zoomMax={zoomMax}
        onKeyDown={onKeyDown}
        onPosition={setPosition}
        onZoom={setZoom}
        onArea={setArea}
        onLoaded={(loaded, size) => {
          setImage(loaded)
          setPicture(size)
        }}
        onUnreadable={onUnreadable}
      />
      <ZoomSlider zoom={zoom} zoomMax={zoomMax} onZoom={zoomTo} />
      <p role="status" translate="no" className="figures min-h-4 text-center text-12 text-muted">
        {picture !== undefined && area !== undefined && sizeText(squareWithin(area, picture), picture)}
      </p>
      {motion === 'stills' && (
        <p className="mt-2 text-12 text-gold">
          Of an animated PNG or AVIF the first picture alone is kept. As GIF or WebP it would go on moving.
        </p>
      )}
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-12 font-medium text-down">
          This browser could not draw the picture. Choose another one, or crop it elsewhere first.
        </p>
      )}
      <div className="mt-3 flex flex-wrap justify-between gap-2">
        <div className="flex flex-1 gap-2 sm:flex-none">
          <Button variant="ghost" className="max-sm:flex-1" onClick={reset}>
            <RotateCcw size={16} aria-hidden="true" />
            Reset
          </Button>
          <Button
            variant="secondary"
            className="max-sm:flex-1"
            disabled={picture === undefined || state === 'drawing'}
            onClick={() => picture && use(wholeOf(picture))}
          >
            Use whole
          </Button>
        </div>
        <div className="flex flex-1 gap-2 sm:flex-none">
          <Button variant="secondary" className="max-sm:flex-1" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            className="max-sm:flex-1"
            pending={state === 'drawing'}
            disabled={picture === undefined || area === undefined}
            onClick={() => picture && area && use(squareWithin(area, picture))}
          >
            Apply
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Cuts a part out and hands it on. */
function useDrawing(
  { source, motion, onDone }: CropProps,
  image: HTMLImageElement | undefined,
  picture: Size | undefined,
) {
  const [state, setState] = useState<'open' | 'drawing' | 'failed'>('open')
  const use = (area: Area) => {
    if (image === undefined || picture === undefined) return
    const isSmall = Math.max(picture.width, picture.height) <= SIDE_MAX && source.size <= SMALL_BYTES
    if (isWhole(area, picture) && isSmall && motion === 'still') {
      onDone({ file: source, source, area, motion })
      return
    }
    setState('drawing')
    drawArea(image, area, source).then(
      (file) => onDone({ file, source, area, motion }),
      () => setState('failed'),
    )
  }
  return { use, state }
}

const grouped = ({ width, height }: Size) =>
  `${groupThousands(String(width))} × ${groupThousands(String(height))}`

/** Of so few pixels that it looks coarse, it says so. */
function sizeText(area: Area, picture: Size): string {
  const coarse = area.width < 256 ? ': coarse where it is shown large' : ''
  return `${grouped(area)} of ${grouped(picture)} pixels${coarse}`
}
