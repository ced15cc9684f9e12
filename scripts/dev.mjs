// `npm run dev`: rebuilds the server when its sources change and starts it again; Vite serves the pages with hot reload
// and hands /api and /rpc on. Ends everything it started on Ctrl+C.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '../packages/server/main/commands.mjs'

readCommand('dev')

const bin = (name) => join('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const shell = process.platform === 'win32'
// The server refuses to start without pages, and its bundle must be there before it is watched.
if (!existsSync('dist/web/index.html'))
  spawnSync(bin('vite'), ['build', '--logLevel', 'warn'], { stdio: 'inherit', shell })
spawnSync(bin('rolldown'), ['-c', 'rolldown.config.ts', '--log-level', 'warn'], { stdio: 'inherit', shell })

const children = [
  spawn(bin('rolldown'), ['-c', 'rolldown.config.ts', '--watch', '--log-level', 'warn'], {
    stdio: 'inherit',
    shell,
  }),
  spawn(process.execPath, ['--watch', 'dist/server/main.js'], { stdio: 'inherit' }),
  spawn(bin('vite'), [], { stdio: 'inherit', shell }),
]
const stop = () => {
  for (const child of children) child.kill()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
