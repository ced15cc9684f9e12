// What lies below the first screen, drawn when it comes into view.
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So far before its place is seen. */
const MARGIN = '64px'

/** Its children once their place is near the screen, and from then on; `fallback` until then. */
export function WhenVisible({
  fallback,
  children,
}: {
  readonly fallback: ReactNode
  readonly children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isSeen ? children : <div ref={place}>{fallback}</div>
}
