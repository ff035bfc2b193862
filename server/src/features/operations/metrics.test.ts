import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readNoticeBacklog } from '#features/notices/service.ts'
import { createTestBand } from '#testing/builders.ts'
import { codeIn, waitForTextTo, signInBySms, toWrongCode } from '#testing/sms.ts'
import { testClock } from '#testing/test-clock.ts'
import { startTestServer, useTestServer, type TestServer } from '#testing/test-server.ts'

const token = 'a token that only the watcher has'
const server = useTestServer({ METRICS_TOKEN: token })
const serverWithPush = useTestServer({ ALLOW_PRIVATE_FETCH: '1' })

/** Metric values by name and labels. */
async function collectMetrics(from: TestServer = server()): Promise<Map<string, number>> {
  const { status, text } = await from.newClient().get('/metrics')
  expect(status).toBe(200)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

/** Requests /metrics with `node:http`, because `fetch` allows no custom Host header. */
function requestStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/metrics`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.once('error', reject).end()
  })
}

test('request durations are labelled by route and status class, without ids, paths and tokens', async () => {
  const owner = await server().createUser()
  const band = await createTestBand(owner)
  const { urls } = (await owner.get(`/api/bands/${band.id}/calendar/url`)).body
  const feed = new URL(urls.full).pathname
  const { headers } = await owner.get(feed)
  await owner.get(feed, { 'if-none-match': headers.get('etag') as string })
  await owner.get('/api/bands/rubbish')
  await owner.get('/nowhere/at-all')
  const found = await collectMetrics()
  const count = (method: string, route: string, status: string) =>
    found.get(`gaffer_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`)
  expect(count('GET', '/feeds/:file', '2xx')).toBe(1)
  expect(count('GET', '/feeds/:file', '3xx')).toBe(1)
  expect(count('GET', '/api/bands/:bandId', '4xx')).toBe(1)
  expect(count('GET', 'none', '4xx')).toBe(1)
  const text = [...found.keys()].join('\n')
  for (const secret of [band.id, feed, feed.split('/')[2], 'rubbish', 'nowhere']) expect(text).not.toContain(secret)
})

test('the metrics count requested, sent, verified and failed codes, and sent texts', async () => {
  const before = await collectMetrics()
  const dee = await server().createUser()
  const browser = server().newClient()
  const { phone } = dee.user
  await browser.post('/auth/phone/send-code', { phone })
  const code = toWrongCode(codeIn(await waitForTextTo(browser, phone)))
  await browser.post('/auth/phone/verify-code', { phone, code: 'x'.repeat(6) })
  await browser.post('/auth/phone/verify-code', { phone, code })
  await signInBySms(server().newClient(), (await server().createUser()).user.phone)
  const names = [
    ...['asked', 'sent', 'verified', 'failed'].map((step) => `gaffer_sign_in_codes_total{step="${step}"}`),
    'gaffer_message_send_duration_seconds_count{channel="sms",outcome="sent"}',
  ]
  const more = async () => {
    const after = await collectMetrics()
    return names.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0))
  }
  // The text can arrive before the sender has counted it.
  await expect.poll(more).toEqual([2, 2, 1, 1, 2])
})

test('the metrics count push messages by outcome, and the VAPID subject of a push message is the sender’s mail address', async () => {
  const { push } = serverWithPush().services
  const caller = serverWithPush().newClient()
  const applicationServerKey = push.publicKey
  const { status, body: subscription } = await caller.post('/dev/push-subscriptions', { applicationServerKey })
  expect(status).toBe(201)
  const message = { payload: '{"id":"one"}', ttlSeconds: 60, reference: 'a' }
  await push.send({ subscription, ...message })
  const inbox = await caller.get(`/dev/inbox?format=json&to=${encodeURIComponent(subscription.endpoint)}`)
  expect(inbox.body).toMatchObject([{ channel: 'push', text: '{"id":"one"}', from: 'mailto:gaffer@pretend.test' }])
  await fetch(subscription.endpoint, { method: 'DELETE' })
  await expect(push.send({ subscription, ...message })).rejects.toMatchObject({ failure: 'gone' })
  const found = await collectMetrics(serverWithPush())
  for (const outcome of ['sent', 'gone']) {
    expect(found.get(`gaffer_message_send_duration_seconds_count{channel="push",outcome="${outcome}"}`)).toBe(1)
  }
})

test('the queue metrics have the number of due jobs and the age of the oldest due job, and do not count future jobs', async () => {
  const { db } = server().services
  expect((await collectMetrics()).get('gaffer_queue_waiting{queue="send-text"}')).toBe(0)
  await db`insert into jobs.job (name, start_after) values
    ('send-mail', now() + interval '1 hour')`
  expect((await collectMetrics()).get('gaffer_queue_waiting{queue="send-mail"}')).toBe(0)
  await db`insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
    retention_seconds, deletion_seconds, partition, table_name)
    select 'nobody-works-here', policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
    retention_seconds, deletion_seconds, partition, table_name from jobs.queue where name = 'send-text'`
  await db`insert into jobs.job (name, start_after) values ('nobody-works-here', now() - interval '10 minutes')`
  const found = await collectMetrics()
  expect(found.get('gaffer_queue_waiting{queue="nobody-works-here"}')).toBe(1)
  expect(found.get('gaffer_queue_oldest_wait_seconds{queue="nobody-works-here"}')).toBeGreaterThanOrEqual(600)
})

test('the queue pending-notices counts the changes that are due to become notices, and not changes that still settle', async () => {
  expect((await collectMetrics()).get('gaffer_queue_waiting{queue="pending-notices"}')).toBe(0)
  // Without a commit, so that the settler does not take the rows.
  await server().services.db.transaction(async (tx) => {
    const backlogAfter = async (cause: string, age: string) => {
      await tx`
        insert into pending_notices (id, cause, subject, actor_ids, facts, began_at, due_at)
        values (gen_random_uuid(), ${cause}, ${age}, '{}', '{}', ${testClock.now()},
          ${testClock.now()}::timestamptz - ${age}::interval)`
      const { waiting, oldestWaitSeconds } = await readNoticeBacklog(tx, server().services.config)
      return [waiting, Math.floor(oldestWaitSeconds)]
    }
    expect(await backlogAfter('event', '50 seconds')).toEqual([0, 0])
    expect(await backlogAfter('songs', '-1 hour')).toEqual([0, 0])
    expect(await backlogAfter('nudge', '5 seconds')).toEqual([1, 5])
    expect(await backlogAfter('event', '10 minutes')).toEqual([2, 540])
    await tx`delete from pending_notices`
  })
})

test('every metric used in dashboard.json and alerts.yml is collected, except two that exist only after their first use', async () => {
  const found = await collectMetrics()
  const names = new Set([...found.keys()].map((name) => name.split('{')[0]))
  // These two metrics exist only after their first use.
  for (const late of ['gaffer_message_send_duration_seconds_count', 'gaffer_data_disk_free_bytes']) names.add(late)
  for (const file of ['dashboard.json', 'alerts.yml']) {
    const text = await readFile(join(import.meta.dirname, '../../../../docs/monitoring', file), 'utf8')
    const asked = [...new Set(text.match(/\b(gaffer|nodejs|process)_[a-z0-9_]+\b/g))]
    expect(asked.length).toBeGreaterThan(8)
    expect([file, asked.filter((name) => !names.has(name))]).toEqual([file, []])
  }
})

test('every alert in alerts.yml has a heading in operations.md', async () => {
  const docs = join(import.meta.dirname, '../../../../docs')
  const alerts = await readFile(join(docs, 'monitoring/alerts.yml'), 'utf8')
  const handbook = await readFile(join(docs, 'operations.md'), 'utf8')
  const headings = handbook.match(/^### .*$/gm)?.join() ?? ''
  const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !headings.includes(name))).toEqual([])
})

test('/metrics has database, open streams, memory and event loop metrics', async () => {
  server().services.metrics.openStreams.inc()
  const found = await collectMetrics()
  server().services.metrics.openStreams.dec()
  expect(found.get('gaffer_open_streams')).toBe(1)
  expect(found.get('gaffer_database_up')).toBe(1)
  expect(found.get('gaffer_database_connections{state="idle"}')).toBeGreaterThan(0)
  for (const name of ['gaffer_database_size_bytes', 'gaffer_database_answer_seconds', 'process_resident_memory_bytes'])
    expect([name, found.get(name)]).toEqual([name, expect.any(Number)])
  expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
})

test('/metrics responds with gaffer_database_up 0 while its database query waits for a lock', async () => {
  const lockedServer = await startTestServer()
  await collectMetrics(lockedServer)
  const asked = lockedServer.services.db.transaction(async (tx) => {
    await tx`lock table jobs.queue in access exclusive mode`
    return collectMetrics(lockedServer)
  })
  const found = await asked
  expect(found.get('gaffer_database_up')).toBe(0)
  expect(found.has('gaffer_database_size_bytes')).toBe(false)
  expect([...found.keys()].some((name) => name.startsWith('gaffer_queue'))).toBe(false)
  await lockedServer.stop()
})

test.each([
  ['from loopback', {}, 200],
  [
    'through a proxy with the metrics token',
    { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' },
    200,
  ],
  ['through a proxy with a wrong token', { authorization: 'Bearer x', 'x-forwarded-for': '203.0.113.9' }, 404],
  ['through a proxy', { 'x-forwarded-for': '203.0.113.9' }, 404],
  ['with a forged X-Forwarded-For of loopback', { 'x-forwarded-for': '127.0.0.1' }, 404],
  ['with a Forwarded header', { forwarded: 'for=127.0.0.1' }, 404],
  ['with another Host', { host: 'gaffer.example' }, 404],
  ['with a Host that starts with localhost', { host: 'localhost.gaffer.example' }, 404],
])('a metrics request %s (headers %j) gets %d', async (_, headers, status) => {
  expect(await requestStatus(server().url, headers)).toBe(status)
})

test.each([
  ['a direct loopback request', { TRUST_PROXY: 'on' }, {}, 200],
  ['a forwarded request', { TRUST_PROXY: 'on' }, { 'x-forwarded-for': '127.0.0.1' }, 404],
  ['a direct loopback request', { TRUST_PROXY: 'off' }, {}, 404],
])(
  'with an https PUBLIC_URL, %s to /metrics with %j and headers %j gets %d',
  async (_, environment, headers, status) => {
    const proxied = await startTestServer({ PUBLIC_URL: 'https://gaffer.example', ...environment })
    expect(await requestStatus(proxied.url, headers)).toBe(status)
    await proxied.stop()
  },
)
