// Playwright cannot route the update check of a service worker (microsoft/playwright#14711): this proxy answers it.

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

type NextBuildProxy = {
  url: string
  deploy: (serviceWorker: string) => void
  /** From now on, answers the API's reads with 503, also those of the service worker. Returns their number so far. */
  failReads: () => () => number
  stop: () => void
}

/** Passes all requests to `target`, and after `deploy` answers those for the service worker with that of the next build. */
export async function startNextBuildProxy(target: string): Promise<NextBuildProxy> {
  const { host, hostname, port } = new URL(target)
  let next: string | undefined
  let isFailing = false
  let failed = 0
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/sw.js' && next !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(next)
      return
    }
    if (isFailing && incoming.method === 'GET' && incoming.url?.startsWith('/api/')) {
      failed += 1
      outgoing
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"code":"unavailable","message":"The database cannot be reached"}')
      return
    }
    const { url: path, method, headers } = incoming
    const forwarded = request({ hostname, port, path, method, headers: { ...headers, host } }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    // Event streams end with the page.
    outgoing.on('close', () => forwarded.destroy())
    forwarded.on('error', (error) => outgoing.destroy(error))
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (serviceWorker) => (next = serviceWorker),
    failReads: () => {
      isFailing = true
      return () => failed
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
