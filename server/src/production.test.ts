import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakes, type Fakes } from '#dev/fakes.ts'
import { createFakeProviderEnvironment } from '#testing/fake-environment.ts'
import { TestClient } from '#testing/test-client.ts'
import {
  endAllProcesses,
  founderInvitationTokenOf,
  launchProgram,
  launchServer,
  waitUntilServerReady,
} from '#testing/launch-program.ts'
import { codeIn } from '#testing/sms.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'

let dataDir: string
/** Fake Twilio and SMTP servers on loopback. */
let outside: Fakes
let settings: Record<string, string>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gaffer-production-'))
  outside = await startFakes({ sms: true, mail: true })
  settings = {
    NODE_ENV: 'production',
    ...createFakeProviderEnvironment(outside),
    DATA_DIR: dataDir,
    ...testKeyEnvironment,
  }
})
afterAll(async () => {
  await endAllProcesses()
  await outside.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function waitForText(phone: string): Promise<string> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const found = (await outside.inbox.messages()).find(({ to }) => to === phone)
    if (found) return found.text
    await sleep(50)
  }
  throw new Error('No text to this number within 10 s')
}

test('in production a founder signs in by a text from Twilio, the inbox, debug page and API document are 404, and the log has no code', async () => {
  const gaffer = await launchServer(settings)
  await waitUntilServerReady(gaffer)
  const founder = new TestClient(gaffer.url)
  // Numbers of the drama range are accepted only with the fake provider.
  expect((await founder.post('/auth/phone/send-code', { phone: '07700 900123' })).status).toBe(400)
  const phone = '+447400123456'
  await founder.post('/auth/invite', { token: founderInvitationTokenOf(gaffer) })
  expect((await founder.post('/auth/phone/send-code', { phone })).status).toBe(202)
  const code = codeIn(await waitForText(phone))
  expect((await founder.post('/auth/phone/verify-code', { phone, code })).status).toBe(200)
  expect((await founder.get('/dev/inbox')).status).toBe(404)
  expect((await founder.get('/auth/debug')).status).toBe(404)
  for (const path of ['/api/docs', '/api/docs/', '/api/openapi.json']) {
    expect([path, (await founder.get(path)).status]).toEqual([path, 404])
  }
  expect((await founder.get('/auth/google')).status).not.toBe(200)
  expect(gaffer.said()).not.toContain(code)
  expect(gaffer.said()).not.toContain('7400123456')
  // With the keys in the environment no key file is written.
  expect(await readdir(dataDir)).not.toContain('secret-key')
  expect(await readdir(dataDir)).not.toContain('vapid-private-key')
  gaffer.child.kill('SIGTERM')
  expect(await gaffer.ended).toBe(0)
}, 60_000)

test.each([
  [{ SMS_PROVIDER: 'pretend' }, 'SMS_PROVIDER must be twilio in production'],
  [{ TWILIO_AUTH_TOKEN: '' }, 'TWILIO_AUTH_TOKEN is missing'],
  [{ SMTP_URL: '' }, 'SMTP_URL is missing'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have 32 characters at least'],
  [{ SECRET_KEY: '', DATABASE_URL: 'postgres://gaffer@127.0.0.1:1/gaffer' }, 'SECRET_KEY is missing'],
  [{ VAPID_PRIVATE_KEY: '' }, 'VAPID_PRIVATE_KEY is missing'],
  [{ ALLOW_PRIVATE_FETCH: '1' }, 'ALLOW_PRIVATE_FETCH must be off in production'],
  [{ DRAIN_SECONDS: 'a while' }, 'DRAIN_SECONDS must be a number of seconds'],
])('in production a server with %o exits with code 2 and names the variable', async (wrong, sentence) => {
  const gaffer = launchProgram('main.ts', { ...settings, ...wrong }, [])
  expect([await gaffer.ended, gaffer.said().trim()]).toEqual([2, expect.stringContaining(sentence)])
})

test('in production a server whose DATABASE_URL is unreachable exits with code 1 and prints one line about the database', async () => {
  const gaffer = launchProgram('main.ts', { ...settings, DATABASE_URL: 'postgres://gaffer@127.0.0.1:1/gaffer' }, [])
  expect(await gaffer.ended).toBe(1)
  expect(gaffer.said().trim()).toMatch(/^The database of DATABASE_URL cannot be used: connect ECONNREFUSED.*$/)
})
