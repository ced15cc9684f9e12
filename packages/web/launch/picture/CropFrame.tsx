// The picture with the square that is cut out of it: dragged, pinched, wheeled, and moved by the arrow keys.
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import Cropper, { type CropperProps, type MediaSize } from 'react-easy-crop'
import { type Area, fitOf, isCoarse, type Size } from './crop.ts'
import { useObjectUrl } from './object-url.ts'

interface Point {
  readonly x: number
  readonly y: number
}

export interface CropFrameProps {
  readonly source: File
  /** The square to begin with; any other part counts as none. */
  readonly before: Area | undefined
  readonly position: Point
  /** 1 shows the largest square that fits. */
  readonly zoom: number
  readonly zoomMax: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPosition: (position: Point) => void
  readonly onZoom: (zoom: number) => void
  /** In pixels of the picture, as the frame rounds them. */
  readonly onArea: (area: Area) => void
  readonly onLoaded: (image: HTMLImageElement, size: Size) => void
  readonly onUnreadable: () => void
}

/** Fine squares behind what is transparent. */
const SQUARES = 'repeating-conic-gradient(#1a1724 0 25%, #2b2738 0 50%) 0 0 / 16px 16px'
const STYLE = {
  cropAreaStyle: { color: 'rgb(8 7 12 / 0.72)', borderColor: 'rgb(245 242 251 / 0.8)' },
}

export function CropFrame(props: CropFrameProps) {
  const { source, before, position, zoom, zoomMax, onKeyDown, onPosition, onZoom, onArea } = props
  const id = useId()
  const url = useObjectUrl(source)
  const place = useRef<HTMLDivElement>(null)
  const look = useLook(url, place, props.onUnreadable)
  const image = useRef<RefObject<HTMLImageElement>>(undefined)
  const frame = useRef<RefObject<HTMLDivElement>>(undefined)
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    // Not before the picture's size is known: there is no frame until then.
    if (isLoaded) frame.current?.current.focus()
  }, [isLoaded])
  const onMediaLoaded = ({ naturalWidth: width, naturalHeight: height }: MediaSize) => {
    setIsLoaded(true)
    if (image.current !== undefined) props.onLoaded(image.current.current, { width, height })
  }
  const isSquare = before !== undefined && before.width === before.height
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- + and - are of the frame inside, whose other keys the cropper has
    <div
      ref={place}
      onKeyDown={onKeyDown}
      className="relative h-[min(52dvh,26rem)] min-h-40 overflow-hidden rounded-input bg-ink [&_.reactEasyCrop_CropArea:focus-visible]:outline-2 [&_.reactEasyCrop_CropArea:focus-visible]:-outline-offset-2 [&_.reactEasyCrop_CropArea:focus-visible]:outline-violet"
    >
      {url !== undefined && look !== undefined && (
        <Cropper
          image={url}
          objectFit={look.objectFit}
          aspect={1}
          crop={position}
          zoom={zoom}
          minZoom={1}
          maxZoom={zoomMax}
          keyboardStep={8}
          {...(isSquare && { initialCroppedAreaPixels: before })}
          onCropChange={onPosition}
          onZoomChange={onZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
          onMediaLoaded={onMediaLoaded}
          setCropperRef={(ref) => {
            frame.current = ref
          }}
          setImageRef={(ref) => {
            image.current = ref
          }}
          mediaProps={{ alt: '', onError: props.onUnreadable }}
          cropperProps={{
            role: 'application',
            'aria-label': 'The part of the picture that is used',
            'aria-describedby': `${id}-keys`,
          }}
          style={{ ...STYLE, mediaStyle: look.mediaStyle }}
        />
      )}
      <p id={`${id}-keys`} className="sr-only">
        Arrow keys move the picture, plus and minus zoom.
      </p>
    </div>
  )
}

/** How the picture is drawn in its frame; undefined until its size is known, by which the part that was used before is found. */
function useLook(url: string | undefined, place: RefObject<HTMLDivElement | null>, onUnreadable: () => void) {
  const [look, setLook] = useState<Pick<CropperProps, 'objectFit'> & { readonly mediaStyle: CSSProperties }>()
  const onFailed = useEffectEvent(onUnreadable)
  useEffect(() => {
    if (url === undefined) return undefined
    const picture = new Image()
    picture.onload = () => {
      const { naturalWidth: width, naturalHeight: height } = picture
      if (place.current === null) return
      const frame = { width: place.current.clientWidth, height: place.current.clientHeight }
      setLook({
        objectFit: fitOf({ width, height }, frame),
        mediaStyle: {
          background: SQUARES,
          imageRendering: isCoarse({ width, height }, frame) ? 'pixelated' : undefined,
        },
      })
    }
    picture.onerror = () => onFailed()
    picture.src = url
    return () => {
      picture.onload = null
      picture.onerror = null
    }
  }, [url, place])
  return look
}
