// What is said when a part of the data folder is missing or damaged: one sentence that names it, and what to do. A server
// that finds such a part does not start, and touches nothing.

const REMEDY =
  'Restore the whole data folder from a backup, or move it away to begin anew; docs/operations.md says how.'

/** A part of the data folder is not as it was left. */
export class DamageError extends Error {
  override readonly name = 'DamageError'
  /** `finding` names the part and says what is wrong with it, without a full stop. */
  constructor(finding: string, options?: ErrorOptions & { readonly remedy?: string }) {
    super(`${finding}. ${options?.remedy ?? REMEDY}`, options)
  }
}
