// A person's picture, round; an icon where there is none or it does not load.
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'

export function Avatar({
  src,
  size,
  alt = '',
  className,
}: {
  readonly src: string | null
  /** In CSS pixels, for the browser's first layout; how large it is drawn, `className` says. */
  readonly size: number
  /** Empty where the name stands beside it. */
  readonly alt?: string
  readonly className: string
}) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const box = classNames('shrink-0 rounded-full bg-raised', className)
  if (src !== null && src !== brokenSrc)
    return (
      <img
        src={src}
        alt={alt}
        width={size}
        height={size}
        decoding="async"
        onError={() => setBrokenSrc(src)}
        className={classNames(box, 'object-cover')}
      />
    )
  return (
    <span
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      className={classNames(box, 'inline-flex items-center justify-center text-muted')}
    >
      <UserRound aria-hidden="true" className="size-1/2" />
    </span>
  )
}
