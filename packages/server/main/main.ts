// Starts Twinmint: reads the configuration, opens chain and database, brings the index up to date, serves.
import { chmodSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { readCommand } from './commands.mjs'
import { readConfig } from './config.ts'
import { startServer } from './server.ts'

readCommand('start')
try {
  const startedAt = performance.now()
  const config = readConfig()
  // Keys, sessions and everybody's money lie there: for nobody else on this machine.
  process.umask(0o077)
  mkdirSync(config.dataFolder, { recursive: true })
  try {
    chmodSync(config.dataFolder, 0o700)
  } catch {
    console.warn(`${config.dataFolder} is somebody else’s folder: see to it that nobody else reads it.`)
  }
  const server = await startServer(config, (sentence) => {
    console.error(`Twinmint stops: ${sentence}`)
    process.exit(1)
  })
  // Before anything is said: whoever reads that it runs may stop it at once.
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1) // asked twice
      stopping = true
      if (config.drainSeconds > 0)
        console.log(
          `Twinmint stops in ${config.drainSeconds} s and answers until then (DRAIN_SECONDS); Ctrl+C again stops it at once.`,
        )
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  const { port } = server.app.server.address() as AddressInfo
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    [
      `Twinmint is running (ready in ${seconds} s).`,
      '',
      `  Open       http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`,
      `  Network    ${config.cluster ? config.cluster.rpcUrls.map((url) => new URL(url).origin).join(', ') : 'embedded chain (Demo Mode); JSON-RPC at /rpc'}`,
      `  Program    ${server.programAddress}`,
      `  Database   ${config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : 'embedded'}`,
      ...(config.s3 === undefined
        ? []
        : [`  Pictures   bucket ${config.s3.bucket} at ${new URL(config.s3.endpoint).host}`]),
      `  Data       ${config.dataFolder}`,
      ...(server.adminLink === undefined ? [] : [`  Admin      ${server.adminLink} (once, within an hour)`]),
      '  Stop       Ctrl+C',
    ].join('\n'),
  )
} catch (error) {
  console.error(`Twinmint could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
