// A server that speaks the protocol of S3, on the loopback, with one bucket. Before it stands what it leaves out, the
// proof of version 4's signatures, and what a network does to a store.
import crypto, { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import S3rver from 's3rver'
import type { S3Settings } from '../packages/server/content/storage/s3.ts'

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

// It makes the tokens of a long list's pages with DES, which Node has no more; three times with one key is the same.
const thrice = (key: crypto.CipherKey) => Buffer.concat([0, 1, 2].map(() => key as Buffer))
const { createCipheriv, createDecipheriv } = crypto
Object.assign(crypto, {
  createCipheriv: (name: string, key: crypto.CipherKey, iv: Buffer) =>
    name === 'des' ? createCipheriv('des-ede3-cbc', thrice(key), iv) : createCipheriv(name, key, iv),
  createDecipheriv: (name: string, key: crypto.CipherKey, iv: Buffer) =>
    name === 'des' ? createDecipheriv('des-ede3-cbc', thrice(key), iv) : createDecipheriv(name, key, iv),
})

const SECRET = 'S3RVER'

/** Whether the request carries the signature that the secret makes of it (AWS Signature Version 4). */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const said =
    /^AWS4-HMAC-SHA256 Credential=S3RVER\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  // Who knows no such key is for the store to say.
  if (said === null) return true
  const [, day = '', region = '', signedHeaders = '', signature] = said
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${SECRET}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

/** As stores do it, with the key that was used in the answer. */
function refuse(response: ServerResponse): void {
  response
    .writeHead(403, { 'content-type': 'application/xml' })
    .end(
      '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>S3RVER</AWSAccessKeyId><Message>no</Message></Error>',
    )
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
  const inTurn = pLimit(1)
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: storePort, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
    return new Promise<void>((ended) => outgoing.once('close', ended))
  }
  const front = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${(incoming.url ?? '').split('?')[0]}`)
    if (server.trouble?.(incoming, outgoing) === true) return
    if (!isSigned(incoming)) return refuse(outgoing)
    // Two that delete the last files of a folder fail at removing it, and so does who writes there or lists it just then:
    // no store of the world does that, so reads of objects alone go side by side.
    const isRead = incoming.method === 'HEAD' || (incoming.method === 'GET' && !incoming.url?.includes('?'))
    if (isRead) void pass(incoming, outgoing)
    else void inTurn(async () => outgoing.destroyed || (await pass(incoming, outgoing)))
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
    secretAccessKey: SECRET,
    prefix,
    // A test must not depend on how busy the machine is; whoever looks at the limit sets its own.
    answerMs: 120_000,
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
      S3_TIMEOUT_SECONDS: '60',
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
