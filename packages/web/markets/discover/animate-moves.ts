// Things of a list that change places glide to the new ones instead of jumping there.
import { type RefObject, useLayoutEffect, useRef } from 'react'

const GLIDE_MS = 250

/** Of every child of `list`, by its key: where it was when the order was last drawn. */
interface Drawn {
  readonly width: number
  readonly places: ReadonlyMap<string, { readonly left: number; readonly top: number }>
}

const childrenOf = (list: HTMLElement) => [...list.children].filter((child) => child instanceof HTMLElement)

function measure(list: HTMLElement, names: readonly string[]): Drawn {
  const places = childrenOf(list).map(
    ({ offsetLeft: left, offsetTop: top }, at) => [names[at] ?? '', { left, top }] as const,
  )
  return { width: list.clientWidth, places: new Map(places) }
}

/** `keys` are those of the children, in their order. Nothing glides where motion is unwanted, nor when the list was resized. */
export function useGlide(list: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const before = useRef<Drawn>(undefined)
  const order = keys.join()
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const names = order.split(',')
    const { current: drawn } = before
    if (drawn === undefined) {
      // There is nothing to glide from: measured when the browser has laid the page out, instead of making it do so.
      let timer: ReturnType<typeof setTimeout> | undefined
      const frame = requestAnimationFrame(() => {
        timer = setTimeout(() => {
          before.current = measure(element, names)
        })
      })
      return () => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
      }
    }
    const now = measure(element, names)
    before.current = now
    if (drawn.width !== now.width || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    for (const [at, child] of childrenOf(element).entries()) {
      const name = names[at] ?? ''
      const [from, to] = [drawn.places.get(name), now.places.get(name)]
      if (from === undefined || to === undefined || (from.left === to.left && from.top === to.top)) continue
      const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
      child.animate?.([{ transform: start }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    }
    return undefined
  }, [list, order])
}
