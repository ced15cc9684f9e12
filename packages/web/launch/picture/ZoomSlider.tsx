// How closely a picture is looked at: a slider between a smaller and a larger.
import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'

const STEP = 1.15

export function ZoomSlider({
  zoom,
  zoomMax,
  onZoom,
}: {
  readonly zoom: number
  /** 1 where it can't be looked at more closely. */
  readonly zoomMax: number
  /** May be beyond the bounds. */
  readonly onZoom: (zoom: number) => void
}) {
  return (
    <div className="mt-3 flex items-center gap-1">
      <Step label="Zoom out" onClick={() => onZoom(zoom / STEP)}>
        <Minus size={16} aria-hidden="true" />
      </Step>
      <input
        type="range"
        aria-label="Zoom"
        aria-valuetext={`${Math.round(zoom * 100)}%`}
        min={1}
        max={zoomMax}
        step={0.01}
        value={zoom}
        disabled={zoomMax === 1}
        onChange={(event) => onZoom(Number(event.target.value))}
        className="h-11 min-w-0 flex-1 accent-violet disabled:opacity-50"
      />
      <Step label="Zoom in" onClick={() => onZoom(zoom * STEP)}>
        <Plus size={16} aria-hidden="true" />
      </Step>
    </div>
  )
}

function Step({
  label,
  onClick,
  children,
}: {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised hover:text-text"
    >
      {children}
    </button>
  )
}
