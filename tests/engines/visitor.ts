// Somebody in front of a page: sees what it shows, presses and types where a hand would, by the names of things. Waits for
// each as long as a loaded machine may take, and says then why it could not be done.
import type { Engine, InputSource } from './engine.ts'

type Role =
  | 'banner'
  | 'combobox'
  | 'main'
  | 'button'
  | 'link'
  | 'tab'
  | 'radio'
  | 'textbox'
  | 'dialog'
  | 'region'
  | 'heading'
  | 'status'
  | 'table'

/** A part of the page: by role and accessible name (whole, or its start before a `*`), in another part or anywhere. */
export interface Part {
  readonly role: Role
  readonly name: string
  readonly inside?: Part
}

const WAIT_MS_MAX = 20_000
const LOOK_MS = 50

interface Found {
  readonly text: string
  readonly value: string
  readonly x: number
  readonly y: number
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly isSelected: boolean
  /** Why a pointer can't press it. */
  readonly obstacle: string | null
}

/** Runs in the page: the first visible part of that name. Scrolled to if it is to be pressed and out of sight. */
function findInPage(part: Part, isPressed: boolean): Found | null {
  const selectors: Record<Role, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    tab: '[role=tab]',
    radio: 'input[type=radio], [role=radio]',
    textbox: 'input:not([type=radio], [type=checkbox], [type=file]), textarea',
    dialog: 'dialog[open], [role=dialog]',
    banner: 'body header',
    main: 'main',
    region: 'section, [role=region]',
    heading: 'h1, h2, h3',
    status: '[role=status], [role=alert]',
    table: 'table',
    combobox: 'select, [role=combobox]',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    return (
      tidy(element.getAttribute('aria-label')) ||
      tidy(labelledBy.map((id) => document.getElementById(id)?.textContent).join(' ')) ||
      tidy(labels.map((label) => label.textContent).join(' ')) ||
      tidy(element.querySelector('caption')?.textContent) ||
      tidy(element.textContent)
    )
  }
  const fits = (name: string, wanted: string) =>
    wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null
  const find = ({ role, name, inside }: Part): Element | undefined => {
    const root = inside === undefined ? document : find(inside)
    return [...(root?.querySelectorAll(selectors[role]) ?? [])].find(
      (element) => isShown(element) && fits(nameOf(element), name),
    )
  }
  const element = find(part)
  if (element === undefined) return null
  // What covers a whole label is invisible, and the label is what a pointer meets.
  const [label] = (element as HTMLInputElement).labels ?? []
  const target = part.role === 'radio' && label !== undefined ? label : element
  const measure = () => target.getBoundingClientRect()
  let box = measure()
  const centre = () => [box.x + box.width / 2, box.y + box.height / 2] as const
  let [x, y] = centre()
  let top = document.elementFromPoint(x, y)
  const isMet = () => top !== null && (target.contains(top) || top.contains(element))
  if (isPressed && !isMet()) {
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    box = measure()
    ;[x, y] = centre()
    top = document.elementFromPoint(x, y)
  }
  const obstacle = (element as HTMLButtonElement).disabled
    ? 'is disabled'
    : isMet()
      ? null
      : `is covered by ${top?.outerHTML.slice(0, 120)}`
  return {
    text: tidy(element.textContent),
    value: (element as HTMLInputElement).value ?? '',
    x: Math.round(x),
    y: Math.round(y),
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
    isSelected: element.getAttribute('aria-selected') === 'true' || (element as HTMLInputElement).checked,
    obstacle,
  }
}

const nameOf = ({ role, name, inside }: Part): string =>
  `${role} "${name}"${inside === undefined ? '' : ` in ${nameOf(inside)}`}`

export interface Visitor {
  readonly engine: Engine
  /** Runs a function in the page; it sees nothing of the test but its arguments. */
  run<Arguments extends readonly unknown[], T>(
    inPage: (...args: Arguments) => T | Promise<T>,
    ...args: Arguments
  ): Promise<T>
  /** Resolves once the part is there and `holds` of it. */
  sees(part: Part, holds?: (found: Found) => boolean): Promise<Found>
  /** Resolves once the part shows this text. */
  reads(part: Part, text: string | RegExp): Promise<Found>
  isThere(part: Part): Promise<boolean>
  press(part: Part): Promise<void>
  /** Types in place of what the field holds. */
  enter(part: Part, text: string): Promise<void>
  /** Resolves with the first answer that `holds`. */
  until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean, what: string): Promise<T>
}

const pointer = (x: number, y: number): InputSource => ({
  type: 'pointer',
  id: 'hand',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x, y, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

const keys = (text: string): InputSource => ({
  type: 'key',
  id: 'keys',
  actions: Array.from(text).flatMap((value) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ]),
})

/** Selected in the page: the keys for that differ from system to system. */
function selectFocused(): boolean {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return false
  focused.select()
  return true
}

export function visit(engine: Engine): Visitor {
  const run: Visitor['run'] = async (inPage, ...args) =>
    JSON.parse(
      await engine.evaluate(
        `(async () => JSON.stringify((await (${String(inPage)})(...${JSON.stringify(args)})) ?? null))()`,
      ),
    )
  const until: Visitor['until'] = async (ask, holds, what) => {
    const end = performance.now() + WAIT_MS_MAX
    for (;;) {
      const answer = await ask()
      if (holds(answer)) return answer
      if (performance.now() > end) throw new Error(`waited for ${what}; the last: ${JSON.stringify(answer)}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  const find = async (part: Part, holds: (found: Found) => boolean, isPressed: boolean) => {
    const found = await until(
      () => run(findInPage, part, isPressed),
      (each) => each !== null && holds(each),
      nameOf(part),
    )
    if (found === null) throw new Error(nameOf(part))
    return found
  }
  const sees: Visitor['sees'] = (part, holds = () => true) => find(part, holds, false)
  const press: Visitor['press'] = async (part) => {
    // Where it was a moment ago: what still moves is not pressed.
    let before = ''
    const isStill = (found: Found) => {
      const [then, now] = [before, `${found.x} ${found.y}`]
      before = now
      return then === now && found.obstacle === null
    }
    const { x, y } = await find(part, isStill, true)
    await engine.perform([pointer(x, y)])
  }
  return {
    engine,
    run,
    until,
    sees,
    reads: (part, text) =>
      sees(part, (found) => (typeof text === 'string' ? found.text.includes(text) : text.test(found.text))),
    isThere: async (part) => (await run(findInPage, part, false)) !== null,
    press,
    async enter(part, text) {
      // A dialog that has just opened may move the focus once more.
      await until(
        async () => {
          await press(part)
          return run(selectFocused)
        },
        (isSelected) => isSelected,
        `the focus in ${nameOf(part)}`,
      )
      await engine.perform([keys(text)])
      await sees(part, ({ value }) => value === text)
    },
  }
}
