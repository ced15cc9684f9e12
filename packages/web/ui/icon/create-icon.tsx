// Lucide's icons as components, in place of its own way to make them (build.ts puts this there): its own works out
// all attributes and classes anew at every drawing, a seventh of all that scripts do on a busy page.
import { createElement, memo, type SVGProps } from 'react'

/** As each of Lucide's files has it. */
interface IconData {
  readonly name: string
  readonly size: number
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** CSS pixels, 24 by default. */
  readonly size?: number
}

/** A component that is drawn again when it is another size, colour or name, and never for its lines. */
export default function createIcon({ name, size: box, node }: IconData) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  const viewBox = `0 0 ${box} ${box}`
  const Icon = memo(({ size = 24, ...others }: IconProps) => (
    <svg
      viewBox={viewBox}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      // What has a name is read out.
      aria-hidden={'aria-label' in others ? undefined : true}
      {...others}
    >
      {lines}
    </svg>
  ))
  Icon.displayName = name
  return Icon
}
