// Connections that break in their first moment, when the driver asks questions of its own whose failure nobody hears:
// they end no process.

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone.ts'
import { endAll, launchMain, ready } from '#testing/process.ts'
import type { DatabaseAddress } from './connection.ts'

afterAll(endAll)

function reach(address: DatabaseAddress): Socket {
  if (typeof address !== 'string') {
    const { host, port } = address
    return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  }
  const { hostname, port } = new URL(address)
  return connect(Number(port || 5432), hostname)
}

/** The address of the same database by way of `port`. */
function through(port: number, address: DatabaseAddress): string {
  if (typeof address !== 'string') return `postgres://${address.user}@127.0.0.1:${port}/${address.database}`
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}

test('a server outlives a database that hangs up on every new connection', async () => {
  const { address, drop } = await cloneDatabase(inject('database'))
  const open = new Set<Socket>()
  let hangsUp = false
  let hungUp = 0
  const between = createServer((caller) => {
    const database = reach(address)
    open.add(caller.on('close', () => (open.delete(caller), database.destroy())))
    caller
      .on('error', () => undefined)
      .on('data', (bytes) => {
        if (!hangsUp || !bytes.includes('select')) return void database.write(bytes)
        hungUp += 1
        caller.resetAndDestroy()
      })
    database.on('error', () => undefined).on('close', () => caller.destroy())
    database.pipe(caller)
  })
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done))
  const { port } = between.address() as AddressInfo
  const gaffer = await launchMain({
    DATABASE_URL: through(port, address),
    SECRET_KEY: 'a secret key that is only for tests, long enough',
  })
  await ready(gaffer)
  hangsUp = true
  for (const socket of open) socket.destroy()
  const asked = Array.from({ length: 20 }, () => fetch(`${gaffer.url}/readyz`))
  for (const { status } of await Promise.all(asked)) expect(status).toBe(503)
  expect(hungUp).toBeGreaterThan(0)
  expect((await fetch(`${gaffer.url}/healthz`)).status).toBe(200)
  hangsUp = false
  await expect.poll(async () => (await fetch(`${gaffer.url}/readyz`)).status, { timeout: 5000 }).toBe(200)
  gaffer.child.kill('SIGTERM')
  expect(await gaffer.ended).toBe(0)
  between.close()
  await sleep(50)
  await drop()
})
