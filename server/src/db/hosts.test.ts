// An address with several hosts: the one that takes writes is found, and none costs neither the process nor the pool.

import { createServer, connect, type AddressInfo } from 'node:net'
import { inject, expect, test } from 'vitest'
import { isDatabaseAway, openDatabase } from './connection.ts'
import { hostsOf } from './hosts.ts'

test('each host has an address of its own', () => {
  const address =
    'postgres://dee:se%40cret@one:5433,[::1],three:5434/gaffer?sslmode=require&target_session_attrs=read-write'
  expect(hostsOf(address)).toEqual([
    { host: 'one', port: 5433, url: 'postgres://dee:se%40cret@one:5433/gaffer?sslmode=require' },
    { host: '::1', port: 5432, url: 'postgres://dee:se%40cret@[::1]/gaffer?sslmode=require' },
    { host: 'three', port: 5434, url: 'postgres://dee:se%40cret@three:5434/gaffer?sslmode=require' },
  ])
  expect(hostsOf('postgres://one/gaffer')).toHaveLength(1)
})

/** The tests' PostgreSQL as a host on a port. */
async function aHost() {
  const address = inject('database')
  if (typeof address === 'string') return { address, close: () => undefined }
  const { host, port, user, password = '', database } = address
  const there = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const door = createServer((inside) => {
    const outside = connect(there)
    inside.pipe(outside).pipe(inside)
    inside.on('error', () => outside.destroy())
    outside.on('error', () => inside.destroy())
  })
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
  const { port: open } = door.address() as AddressInfo
  return {
    address: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${open}/${database}`,
    close: () => door.close(),
  }
}

test('a host that is gone is passed over', async () => {
  const { address, close } = await aHost()
  const db = openDatabase(address.replace('@', '@127.0.0.1:1,'), 3)
  const rows = await Promise.all(Array.from({ length: 6 }, () => db`select 1 as one`))
  expect(rows.flat()).toHaveLength(6)
  await db.end()
  close()
})

test('while no host takes writes, every query says so at once, however many there were', async () => {
  const db = openDatabase('postgres://dee@127.0.0.1:1,127.0.0.1:2/gaffer', 2)
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now()
    const errors = await Promise.all(
      Array.from({ length: 4 }, () =>
        db`select 1`.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    )
    expect(errors.map(isDatabaseAway)).toEqual([true, true, true, true])
    expect(performance.now() - began).toBeLessThan(2500)
  }
  await db.end({ timeout: 0 })
})
