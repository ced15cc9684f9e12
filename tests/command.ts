// The built server's commands, as their npm scripts run them, to their end.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { SHORT_LIVED } from './server-process.ts'

/** What a command of dist/server printed, and what it ended with. `cwd` is a folder of its own, so that no .env is read. */
export async function runCommand(
  name: string,
  args: readonly string[],
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [SHORT_LIVED, resolve(`dist/server/${name}.js`), ...args], {
    cwd,
    env,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  return { code, output }
}
