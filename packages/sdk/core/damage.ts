// What is said when a part of the data folder is missing or damaged: one sentence that names it, and what to do. A server
// that finds such a part does not start, and touches nothing.

const REMEDY =
  'Restore the whole data folder from a backup, or move it away to begin anew; docs/operations.md says how.'
/** Not the files' fault. */
const OF_THE_MACHINE = /no space|permission denied|read-only file system|too many open files|allocate memory/i

/** A part of the data folder is not as it was left. */
export class DamageError extends Error {
  override readonly name = 'DamageError'
  /** `finding` names the part and says what is wrong with it, without a full stop. */
  constructor(finding: string, options?: ErrorOptions & { readonly remedy?: string }) {
    const remedy = OF_THE_MACHINE.test(finding) ? 'Put that right and start again.' : REMEDY
    super(`${finding}. ${options?.remedy ?? remedy}`, options)
  }
}
