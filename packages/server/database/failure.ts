// The error of a failed statement, the same for both databases.

/** A failure that PostgreSQL reported; `sqlState` is its five-character code (23505 is a broken unique constraint). */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly sqlState: string | undefined
  constructor(message: string, sqlState: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.sqlState = sqlState
  }
}

export function asDatabaseError(cause: unknown): DatabaseError {
  const { message, code } = cause as { message?: string; code?: string }
  return new DatabaseError((message || code || 'the database failed').slice(0, 500), code, { cause })
}
