// A coin's picture, square and sharp; where there is none, the first letter of its symbol or name.
import { useState } from 'react'
import { classNames } from '../ui/class-names.ts'

export function CollectionPicture({
  imageUrl,
  name,
  symbol,
  className,
}: {
  readonly imageUrl: string | null
  readonly name: string
  readonly symbol: string
  readonly className?: string
}) {
  const [broken, setBroken] = useState<string | null>(null)
  if (imageUrl !== null && broken !== imageUrl)
    return (
      <img
        src={imageUrl}
        alt={name}
        width={1024}
        height={1024}
        decoding="async"
        onError={() => setBroken(imageUrl)}
        className={classNames('aspect-square bg-raised object-cover', className)}
      />
    )
  const first = (symbol || name).codePointAt(0)
  const letter = first === undefined ? '?' : String.fromCodePoint(first)
  return (
    <span
      role="img"
      aria-label={`${name} has no picture yet`}
      className={classNames(
        'flex aspect-square items-center justify-center bg-raised font-display text-28 font-semibold text-violet',
        className,
      )}
    >
      {letter}
    </span>
  )
}
