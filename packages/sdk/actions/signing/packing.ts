// How many of alike instructions go into one transaction, so that as few as the network allows are signed together. Pure.

/**
 * The network lets one transaction run 64 instructions, those that programs call included. Two are left for the priority
 * fee, and one for what wallets add; it is two, unless a buy graduates the coin (docs/program.md, "What fits").
 */
const TRACE_MAX = 61

/**
 * Parts what is asked for into transactions, in its order, as few as the network allows. `first` and `last` are what the
 * first and the last transaction have to run besides, `most` is how many of them its 1,232 bytes hold.
 */
export function packTransactions<T extends { readonly trace: number }>(
  items: readonly T[],
  { first, last, most }: { readonly first: number; readonly last: number; readonly most: number },
): T[][] {
  const packed: T[][] = []
  let room = 0
  for (const [at, item] of items.entries()) {
    const tail = at === items.length - 1 ? last : 0
    const open = packed.at(-1)
    if (open && open.length < most && item.trace + tail <= room) {
      open.push(item)
      room -= item.trace
    } else {
      packed.push([item])
      room = TRACE_MAX - (packed.length === 1 ? first : 0) - item.trace
    }
  }
  return packed
}
