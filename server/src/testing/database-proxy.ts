// A TCP proxy in front of PostgreSQL whose connections a test can freeze or reset.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { DatabaseAddress } from '#platform/db/connection.ts'

/** `onData` gets the client's data before it is forwarded; if it returns false, the data are dropped. */
export async function startDatabaseProxy(
  address: DatabaseAddress,
  onData: (bytes: Buffer, client: Socket) => boolean = () => true,
) {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const database = connectTo(address)
    clients.add(client.on('close', () => (clients.delete(client), database.destroy())))
    client
      .on('error', () => undefined)
      .on('data', (data) => {
        const bytes = Buffer.from(data)
        if (onData(bytes, client)) database.write(bytes)
      })
    database.on('error', () => undefined).on('close', () => client.destroy())
    database.pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: makeLoopbackAddress(port, address),
    clients,
    close: () => {
      server.close()
      for (const client of clients) client.destroy()
    },
  }
}

function connectTo(address: DatabaseAddress): Socket {
  if (typeof address !== 'string') {
    const { host, port } = address
    return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  }
  const { hostname, port } = new URL(address)
  return connect(Number(port || 5432), hostname)
}

function makeLoopbackAddress(port: number, address: DatabaseAddress): string {
  if (typeof address !== 'string') return `postgres://${address.user}@127.0.0.1:${port}/${address.database}`
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}
