export interface Said {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly rest: readonly string[]
}
export interface Command {
  readonly does: string
  readonly entry?: string
  readonly rest?: readonly [name: string, words: string]
  readonly restMax?: number
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
}
export const COMMANDS: Readonly<Record<string, Command>>
export function helpOf(name: string): string
export function parseCommand(name: string, args: readonly string[]): Said | undefined
export function readCommand(name: string, args?: readonly string[]): Said
export function refuseCommand(name: string, sentence: string): never
