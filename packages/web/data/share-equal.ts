// What a screen has read, when it is read again or an event is folded into it: what is equal stays the object that it was, so
// that rows which did not change are not drawn again.

type Fields = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const idOf = (value: unknown): unknown => (isPlain(value) ? value['id'] : undefined)

/**
 * `after`, with all parts that equal those of `before` taken from there; `before` itself where nothing changed. Records are
 * known by their `id`, where the query cache's own goes by place: it takes a row that comes on top for a change of every row
 * below it. For what JSON can say; anything else is taken as it is.
 */
export function shareEqual(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before
  if (Array.isArray(before) && Array.isArray(after)) return shareList(before, after)
  return isPlain(before) && isPlain(after) ? shareFields(before, after) : after
}

function shareList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  let known: ReadonlyMap<unknown, unknown> | undefined
  const counterpartOf = (one: unknown, at: number) => {
    const id = idOf(one)
    if (id === idOf(before[at])) return before[at]
    known ??= new Map(before.map((each) => [idOf(each), each]))
    return id === undefined ? before[at] : known.get(id)
  }
  const shared = after.map((one, at) => shareEqual(counterpartOf(one, at), one))
  const isSame = shared.length === before.length && shared.every((one, at) => Object.is(one, before[at]))
  return isSame ? before : shared
}

function shareFields(before: Fields, after: Fields): Fields {
  const names = Object.keys(after)
  const shared = Object.fromEntries(names.map((name) => [name, shareEqual(before[name], after[name])]))
  const isSame =
    names.length === Object.keys(before).length &&
    names.every((name) => name in before && Object.is(shared[name], before[name]))
  return isSame ? before : shared
}
