// Things of a list that change places glide to the new ones instead of jumping there.
import { type RefObject, useLayoutEffect, useRef } from 'react'

const GLIDE_MS = 250

/** Of every child of `list`, by its key: where it was when the order was last drawn. */
interface Drawn {
  readonly width: number
  readonly places: ReadonlyMap<string, { readonly left: number; readonly top: number }>
}

/** `keys` are those of the children, in their order. Nothing glides where motion is unwanted, nor when the list was resized. */
export function useGlide(list: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const before = useRef<Drawn>(undefined)
  const order = keys.join()
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const children = [...element.children].filter((child) => child instanceof HTMLElement)
    const names = order.split(',')
    const places = new Map(
      children.map(({ offsetLeft: left, offsetTop: top }, at) => [names[at] ?? '', { left, top }]),
    )
    const { current: drawn } = before
    before.current = { width: element.clientWidth, places }
    if (drawn?.width !== element.clientWidth || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [at, child] of children.entries()) {
      const name = names[at] ?? ''
      const [from, to] = [drawn.places.get(name), places.get(name)]
      if (from === undefined || to === undefined || (from.left === to.left && from.top === to.top)) continue
      const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
      child.animate?.([{ transform: start }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    }
  }, [list, order])
}
