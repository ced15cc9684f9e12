// A coin's picture, square; where there is none or it does not load, the first letter of its symbol or name.
import { useState } from 'react'
import { classNames } from './class-names.ts'

export interface PictureProps {
  readonly src: string | null
  readonly name: string
  readonly symbol: string
  /** In CSS pixels, for the browser's first layout. */
  readonly size: number
  /** Empty where the name stands beside it. */
  readonly alt?: string
  readonly lazy?: boolean
  /** High for the largest of a page's first screen, low for what shall not take the line from it. */
  readonly fetchPriority?: 'high' | 'low' | 'auto'
  /** How wide it is drawn, as the `sizes` attribute says it; its `size` unless the layout decides. */
  readonly sizes?: string
  readonly className?: string
}

export function Picture({
  src,
  name,
  symbol,
  size,
  alt = '',
  lazy = false,
  fetchPriority = 'auto',
  sizes = `${size}px`,
  className,
}: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  if (src !== null && src !== brokenSrc)
    return (
      <img
        src={src}
        {...sourceSet(src, sizes)}
        alt={alt}
        width={size}
        height={size}
        decoding="async"
        loading={lazy ? 'lazy' : 'eager'}
        fetchPriority={fetchPriority}
        onError={() => setBrokenSrc(src)}
        className={classNames('aspect-square bg-raised object-cover', className)}
      />
    )
  return (
    <svg
      viewBox="0 0 100 100"
      className={classNames('aspect-square bg-raised', className)}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      <text
        x="50"
        y="52"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="44"
        fontWeight="600"
        className="fill-violet-dim font-display"
      >
        {Array.from(symbol || name)[0] ?? '?'}
      </text>
    </svg>
  )
}

/** The server keeps every picture at 1024 and, square, at 512 pixels; the browser takes what its screen needs. */
function sourceSet(src: string, sizes: string): { srcSet?: string; sizes?: string } {
  const large = '-1024.webp'
  if (!src.endsWith(large)) return {}
  return { srcSet: `${src.slice(0, -large.length)}-512.webp 512w, ${src} 1024w`, sizes }
}
