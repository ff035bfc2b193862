// A proxy in front of the server, for what Playwright cannot route: the update check of a service worker (microsoft/playwright#14711), and
// reads that are late or fail for a page with a service worker.

import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fault of the API's reads: an error status, a connection that is cut, or a reply that is held back until `arrives` resolves. */
export type ReadFault = { status: 500 | 503 } | { isCut: true } | { arrives: () => Promise<void> }

type FaultProxy = {
  url: string
  deploy: (serviceWorker: string) => void
  /** Sets the fault of the reads that begin from now on; null for none. The returned function counts the reads that the fault has affected so far. */
  setReadFault: (fault: ReadFault | null) => () => number
  stop: () => void
}

/** Passes all requests on to `target`. After `deploy`, requests for the service worker get the deployed script instead. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { host, hostname, port } = new URL(target)
  let deployedScript: string | undefined
  let fault: ReadFault | null = null
  let affectedCount = 0
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/sw.js' && deployedScript !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(deployedScript)
      return
    }
    const isRead = incoming.method === 'GET' && incoming.url?.startsWith('/api/') && !incoming.url.endsWith('/live')
    const requestFault = isRead ? fault : null
    if (requestFault) {
      affectedCount += 1
      if ('status' in requestFault) return sendError(outgoing, requestFault.status)
      if ('isCut' in requestFault) return void outgoing.destroy()
    }
    const { url: path, method, headers } = incoming
    const forwarded = request({ hostname, port, path, method, headers: { ...headers, host } }, async (response) => {
      // The server has made the reply already: later changes are not in it.
      if (requestFault && 'arrives' in requestFault) await requestFault.arrives()
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    // When the page closes an event stream, ends the request to the server too.
    outgoing.on('close', () => forwarded.destroy())
    forwarded.on('error', (error) => outgoing.destroy(error))
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (serviceWorker) => (deployedScript = serviceWorker),
    setReadFault: (nextFault) => {
      fault = nextFault
      affectedCount = 0
      return () => affectedCount
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function sendError(outgoing: ServerResponse, status: number): void {
  const body = { code: status === 503 ? 'unavailable' : 'failed', message: 'The server failed' }
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
