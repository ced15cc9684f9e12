// What the server's address answers while a start takes long, because accounts of an earlier version are brought up to date: a
// page that says how far it is, and 503 to programs. Opened with the first sentence, closed before the server itself listens.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { errorBody } from '../http/http.ts'

const AGAIN_SECONDS = 2

export interface StartingPage {
  /** Prints it, and shows it to whoever opens the address. */
  say(sentence: string): void
  close(): Promise<void>
}

export function openStartingPage({
  host,
  port,
}: {
  readonly host: string
  readonly port: number
}): StartingPage {
  let said = ''
  let server: Server | undefined
  const open = () =>
    createServer((request, response) => {
      const wantsPage = request.headers.accept?.includes('text/html') === true
      response.writeHead(503, {
        'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': String(AGAIN_SECONDS),
      })
      response.end(
        wantsPage
          ? pageOf(said)
          : JSON.stringify(errorBody('chainUnavailable', `Twinmint is starting. ${said}`, randomUUID())),
      )
    })
      // Whoever has the port: the server itself says so when it listens.
      .on('error', () => {})
      .listen(port, host)
  return {
    say(sentence) {
      said = sentence
      console.log(sentence)
      server ??= open()
    },
    async close() {
      const closing = server
      server = undefined
      if (!closing?.listening) return
      closing.closeAllConnections()
      await new Promise((done) => closing.close(done))
    },
  }
}

/** Nobody's words stand in it. */
const pageOf = (said: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${AGAIN_SECONDS}">
<title>Twinmint is starting</title>
<style>
html { color-scheme: dark; background: #08070c; color: #f5f2fb; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box; text-align: center }
h1 { margin: 0 0 8px; font-size: 24px }
p { margin: 0; color: #a49cb8; overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
<h1>Twinmint is starting</h1>
<p role="status">${said}</p>
</main>
</body>
</html>
`
