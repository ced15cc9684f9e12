// One fault that is put into a source file, to see whether the tests notice. Tests only.

export interface Fault {
  /** What would be wrong. */
  readonly name: string
  readonly file: string
  /** Stands in the file once. */
  readonly from: string
  readonly to: string
}

/** The file's text with the fault in it. Throws where the fault does not fit the text any more. */
export function withFault({ file, name, from, to }: Fault, text: string): string {
  if (text.split(from).length !== 2) throw new Error(`${name}: ${file} has not once: ${from}`)
  return text.replace(from, () => to)
}
