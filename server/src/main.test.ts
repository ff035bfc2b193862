import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { TestClient } from '#testing/test-client.ts'
import {
  endAllProcesses,
  founderInvitationTokenOf,
  launchServer,
  waitUntilServerReady,
} from '#testing/launch-program.ts'
import { signInBySms } from '#testing/sms.ts'
import { nextTestPhone } from '#testing/test-server.ts'

let dataDir: string
let founderCookies: Record<string, string>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gaffer-main-'))
})
afterAll(async () => {
  await endAllProcesses()
  await rm(dataDir, { recursive: true, force: true })
})

const launch = (environment: Record<string, string> = {}) => launchServer({ DATA_DIR: dataDir, ...environment })

test('the first start of a server prints the server URL, the inbox URL and an invitation that makes a user platform admin, and prints no JSON', async () => {
  const gaffer = await launch({ LOG_LEVEL: 'info' })
  await waitUntilServerReady(gaffer)
  expect(gaffer.said()).toContain(`Gaffer is ready at ${gaffer.url}\n`)
  expect(gaffer.said()).toContain(`${gaffer.url}/dev/inbox`)
  expect(gaffer.said()).toMatch(/INFO.*: Making the database folder/)
  expect(gaffer.said()).not.toMatch(/^\{/m)
  const founder = new TestClient(gaffer.url)
  expect((await founder.post('/auth/invite', { token: founderInvitationTokenOf(gaffer) })).status).toBe(204)
  expect((await signInBySms(founder, nextTestPhone())).body.user.platformAdmin).toBe(true)
  founderCookies = Object.fromEntries(founder.cookies)

  gaffer.child.kill('SIGTERM')
  expect(await gaffer.ended).toBe(0)
})

test('a second start prints no invitation, and a second server on the same data folder exits with 1', async () => {
  const first = await launch()
  await waitUntilServerReady(first)
  expect(first.said()).not.toContain('/invite/')
  const second = await launch()
  expect(await second.ended).toBe(1)
  expect(second.said().trim()).toMatch(/^Gaffer is already running on \S+: stop it first.*$/)
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
})

test('a server killed with SIGKILL starts again with the profile that was saved before', async () => {
  const victim = await launch()
  await waitUntilServerReady(victim)
  const founder = new TestClient(victim.url, founderCookies)
  const names = { firstName: 'Still', lastName: 'Here', displayName: 'Still' }
  expect((await founder.put('/api/me', names)).status).toBe(200)
  victim.child.kill('SIGKILL')
  await victim.ended

  const next = await launch()
  await waitUntilServerReady(next)
  const again = new TestClient(next.url, founderCookies)
  expect((await again.get('/api/me')).body.user).toMatchObject(names)
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a port number'],
  [{ NODE_ENV: 'production' }, 'TWILIO_ACCOUNT_SID is missing'],
  [{ DATA_DIR: import.meta.filename }, 'DATA_DIR cannot be used'],
  [{ HOST: '192.0.2.1' }, 'HOST must be an address of this machine'],
])('a server with the environment %o exits with code 2 and names the variable', async (environment, sentence) => {
  const gaffer = await launch(environment)
  expect(await gaffer.ended).toBe(2)
  expect(gaffer.said()).toContain(sentence)
  expect(gaffer.said()).not.toContain('    at ')
})

test('a server whose port is in use exits with code 1 and leaves no PostgreSQL running', async () => {
  const first = await launch()
  await waitUntilServerReady(first)
  const other = await mkdtemp(join(tmpdir(), 'gaffer-main-'))
  onTestFinished(() => rm(other, { recursive: true, force: true }))
  const second = await launch({ PORT: new URL(first.url).port, DATA_DIR: other })
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain('Another program uses the port: end it, or set PORT to another number')
  expect(await readdir(join(other, 'postgresql', 'data'))).not.toContain('postmaster.pid')
  first.child.kill('SIGTERM')
  await first.ended
  const third = await launch({ DATA_DIR: other })
  await waitUntilServerReady(third)
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)
}, 60_000)

test('the generated secret-key and vapid-private-key files have 256-bit keys', async () => {
  const secret = await readFile(join(dataDir, 'secret-key'), 'utf8')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await readFile(join(dataDir, 'vapid-private-key'), 'utf8')).toMatch(/^[\w-]{43}$/)
})
