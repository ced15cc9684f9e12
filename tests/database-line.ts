// A TCP line to a database, or to Redis, that can be slow or fall silent as in a failover: open connections stay open and carry
// nothing any more, while new ones work.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export async function openDatabaseLine(databaseUrl: string) {
  const far = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  /** What the connections of now look at. */
  let now = { isSilent: false, isHeard: false }
  let delayMs = 0
  const server = createServer((near) => {
    const line = now
    const there = connect(Number(far.port) || 5432, far.hostname)
    for (const socket of [near, there]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    }
    const pass = (from: Socket, to: Socket, isHeard: () => boolean) => {
      let turn = Promise.resolve()
      from.on('data', (bytes) => {
        // In their order, also where the delay ends.
        turn = turn.then(async () => {
          if (delayMs > 0) await sleep(delayMs)
          if (isHeard()) to.write(bytes)
        })
      })
    }
    pass(near, there, () => !line.isSilent || line.isHeard)
    pass(there, near, () => !line.isSilent)
    // A silent line does not tell its other end of an end, either.
    near.on('close', () => line.isSilent || there.destroy())
    there.on('close', () => line.isSilent || near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    /** Open connections fall silent; where the database still hears them, what they say is done, and its answer is lost. */
    silence({ isHeard = false } = {}) {
      Object.assign(now, { isSilent: true, isHeard })
      now = { isSilent: false, isHeard: false }
    },
    /** Each packet waits this much longer, in either direction. */
    setDelay(ms: number) {
      delayMs = ms
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
