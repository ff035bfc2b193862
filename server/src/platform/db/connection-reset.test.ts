import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone-database.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { endAllProcesses, launchServer, waitUntilServerReady } from '#testing/launch-program.ts'

afterAll(endAllProcesses)

test('while the database resets each new connection at its first statement, a server answers /healthz with 200 and /readyz with 503, and recovers afterwards', async () => {
  const { address, drop } = await cloneDatabase(inject('database'))
  let resets = false
  let resetCount = 0
  const proxy = await startDatabaseProxy(address, (bytes, client) => {
    if (!resets || !bytes.includes('select')) return true
    resetCount += 1
    client.resetAndDestroy()
    return false
  })
  const gaffer = await launchServer({
    DATABASE_URL: proxy.address,
    ...testKeyEnvironment,
  })
  await waitUntilServerReady(gaffer)
  resets = true
  for (const client of proxy.clients) client.destroy()
  const asked = Array.from({ length: 20 }, () => fetch(`${gaffer.url}/readyz`))
  for (const { status } of await Promise.all(asked)) expect(status).toBe(503)
  expect(resetCount).toBeGreaterThan(0)
  expect((await fetch(`${gaffer.url}/healthz`)).status).toBe(200)
  resets = false
  await expect.poll(async () => (await fetch(`${gaffer.url}/readyz`)).status).toBe(200)
  gaffer.child.kill('SIGTERM')
  expect(await gaffer.ended).toBe(0)
  proxy.close()
  await sleep(50)
  await drop()
})
