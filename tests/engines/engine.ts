// A browser engine other than Chromium, as the stories drive it: WebKit and Firefox, each by the protocol that its Debian
// package speaks. Nothing here knows the product.
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Input as WebDriver and WebDriver BiDi both describe it. */
export type InputSource =
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly parameters: { readonly pointerType: 'mouse' }
      readonly actions: readonly PointerAction[]
    }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }

type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number; readonly origin: 'viewport' }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp'
  readonly value: string
}

export interface Engine {
  /** Size of what the page sees, in CSS pixels. */
  resize(size: { readonly width: number; readonly height: number }): Promise<void>
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>
  /** Runs an expression in the page, waits for its promise, and returns the string. */
  evaluate(expression: string): Promise<string>
  perform(sources: readonly InputSource[]): Promise<void>
  /** Gives a file input its file, as the dialog of the system would. */
  chooseFile(selector: string, path: string): Promise<void>
  /** The viewport as a PNG. */
  screenshot(): Promise<Buffer>
  /** Errors that pages reported so far. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Path of the first of these programs that is installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

export interface Program {
  readonly child: ChildProcess
  /** Resolves with the match once the program has printed it. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Calls for every line printed from now on. */
  onLine(listener: (line: string) => void): void
  /** Kills the program and those that it started. */
  end(): Promise<void>
}

const START_MS_MAX = 30_000

/** Starts a program in a process group of its own, so that ending it ends its children too. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Program {
  const child = spawn(file, args, {
    detached: true,
    // The fourth is where Xvfb writes its display.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  const looks = new Set<() => void>()
  const listeners: ((line: string) => void)[] = []
  for (const stream of [child.stdout, child.stderr, child.stdio[3]]) {
    let rest = ''
    stream?.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      if (output.length < 100_000) output += text
      for (const look of looks) look()
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) for (const listener of listeners) listener(line)
    })
  }
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All of the group have ended.
    }
  }
  process.once('exit', kill)
  return {
    child,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer)
          looks.delete(look)
        }
        const fail = (why: string) => {
          stop()
          reject(new Error(`${file} ${why}: ${output}`))
        }
        const timer = setTimeout(() => fail('did not start in time'), START_MS_MAX)
        const look = () => {
          const match = pattern.exec(output)
          if (match === null) return
          stop()
          resolve(match)
        }
        looks.add(look)
        look()
        void ended.then(() => fail('ended'))
      }),
    onLine: (listener) => void listeners.push(listener),
    end: async () => {
      kill()
      await ended
      process.off('exit', kill)
    },
  }
}
