import { expect, test } from 'vitest'
import { openChangeStream } from '#testing/sse-client.ts'
import { startTestServer } from '#testing/test-server.ts'

async function readRequestLines(environment: Record<string, string>): Promise<{ level: number; msg: string }[]> {
  const lines: { level: number; msg: string }[] = []
  const server = await startTestServer(environment, { write: (line) => void lines.push(JSON.parse(line)) })
  await server.newClient().get('/healthz')
  await server.stop()
  return lines.filter(({ msg }) => msg === 'request completed')
}

const production = {
  NODE_ENV: 'production',
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+447400000001',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Gaffer <gaffer@example.com>',
  LOG_LEVEL: 'info',
}

test('in production a request is logged at info, with its route and status', async () => {
  expect(await readRequestLines(production)).toMatchObject([
    { level: 30, req: { method: 'GET', route: '/healthz' }, res: { statusCode: 200 } },
  ])
})

test('outside production requests are logged at debug only', async () => {
  expect(await readRequestLines({ LOG_LEVEL: 'info' })).toEqual([])
  expect(await readRequestLines({ LOG_LEVEL: 'debug' })).toMatchObject([{ level: 20, req: { route: '/healthz' } }])
})

test('a client that closes its event stream makes no log line above debug', async () => {
  const lines: { level: number; msg: string }[] = []
  const server = await startTestServer({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const stream = await openChangeStream(await server.createUser())
  stream.leave()
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('client closed the stream')
  const loud = lines.filter(({ level, msg }) => level > 20 && !msg.startsWith('Server listening'))
  expect(loud).toEqual([])
  await server.stop()
})
