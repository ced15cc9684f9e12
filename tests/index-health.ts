// What a server says of its index's health in `GET /api/status`.
export interface IndexHealth {
  /** Coins whose history begins later than their launch. */
  readonly cutHistories: number
  /** Coins that differ from the chain at this moment. */
  readonly mismatches: number
  /** Coins that were rolled back, since the start. */
  readonly rollbacks: number
  /** Coins of which events are missing between others. */
  readonly gaps: number
}

export async function readIndexHealth(origin: string): Promise<IndexHealth> {
  const answer = await fetch(`${origin}/api/status`)
  return ((await answer.json()) as { readonly index: IndexHealth }).index
}
