// What the two databases disagree on: times come as dates from one and leave as the wire's texts.
export function withIsoTimes<T>(row: Record<string, unknown>, fields: readonly string[]): T {
  for (const field of fields) {
    const value = row[field]
    if (value instanceof Date) row[field] = value.toISOString()
  }
  return row as T
}
