// A server that speaks the protocol of S3, on the loopback, with one bucket; before it stands what a network does to it.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../src/storage/s3.ts'

export interface S3Server {
  readonly settings: S3Settings
  /** The same, as a server's environment. */
  readonly env: Readonly<Record<string, string>>
  /** Where its objects lie, each a folder's `_object`. */
  readonly folder: string
  /** `GET /bucket/key`, as they came, through the trouble. */
  readonly asked: string[]
  /** Answers in the store's place, or returns false for what passes. */
  trouble: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Nothing listens there any more, until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

export async function startS3Server(prefix = ''): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port: storePort } = await store.run()
  const sockets = new Set<Socket>()
  const asked: string[] = []
  const front = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${(incoming.url ?? '').split('?')[0]}`)
    if (server.trouble?.(incoming, outgoing) === true) return
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: storePort, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listen = (port: number) =>
    new Promise<void>((listening) => front.listen(port, '127.0.0.1', listening))
  await listen(0)
  const { port } = front.address() as AddressInfo
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    prefix,
  }
  const goAway = async () => {
    const closed = new Promise((done) => front.close(done))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const server: S3Server = {
    settings,
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      S3_PREFIX: prefix,
    },
    folder,
    asked,
    trouble: undefined,
    goAway,
    comeBack: () => listen(port),
    async close() {
      if (front.listening) await goAway()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return server
}
