// What a page of the documentation consists of, for the build that reads it and the page that draws it. Two things are its
// own beside Markdown's: `{{name}}` is a figure that the page fills in, and a line `::name` a piece of interface. Pure.

export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'fact'; readonly name: string }

type Cells = readonly (readonly Inline[])[]

export type Block =
  | {
      readonly kind: 'heading'
      readonly level: 2 | 3
      readonly id: string
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'note'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: Cells }
  | { readonly kind: 'table'; readonly head: Cells; readonly rows: readonly Cells[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'widget'; readonly name: string }

export interface Page {
  readonly title: string
  readonly blocks: readonly Block[]
}

/** All that is read in it, in one line; `factText` says what figures are. */
export function plainText(children: readonly Inline[], factText: (name: string) => string): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      if (child.kind === 'code') return child.text
      return child.kind === 'fact' ? factText(child.name) : plainText(child.children, factText)
    })
    .join('')
}
