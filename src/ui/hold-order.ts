/** The order of `heldIds`, with what they do not name after them: what is listed does not move away from under a pointer. */
export function holdOrder<T extends { readonly id: string }>(
  items: readonly T[],
  heldIds: readonly string[],
): readonly T[] {
  const placeOf = new Map(heldIds.map((id, place) => [id, place]))
  const place = ({ id }: T) => placeOf.get(id) ?? heldIds.length
  return [...items].sort((a, b) => place(a) - place(b))
}
