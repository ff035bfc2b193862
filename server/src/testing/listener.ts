// Servers on loopback that count their connections. `closeListeners` closes them.

import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type LoopbackServer = { port: number; url: string; connections: () => number }

const servers: Server[] = []

export function closeListeners(): void {
  for (const server of servers.splice(0)) server.close()
}

export async function listenOnFreePort(server: Server, host = '127.0.0.1'): Promise<LoopbackServer> {
  let connections = 0
  server.on('connection', () => (connections += 1))
  servers.push(server)
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, connections: () => connections }
}

export function startHttpListener(onRequest: RequestListener, host?: string): Promise<LoopbackServer> {
  return listenOnFreePort(http.createServer(onRequest), host)
}

/** Ignores errors of sockets: a connection that the client resets must not fail the test. */
export function startTcpListener(onConnection: (socket: Socket) => void): Promise<LoopbackServer> {
  return listenOnFreePort(
    createServer((socket) => {
      socket.on('error', () => undefined)
      onConnection(socket)
    }),
  )
}
