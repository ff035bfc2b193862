// A database and a data folder of release 2.0.0, started with this release.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { userIdHeader } from '@gaffer/domain/shared/user-id-header'
import { startFakePush, type FakePush } from '@gaffer/fakes/push'
import { openDatabasePool, openMaintenancePool, type DatabaseAddress, type Db } from '#platform/db/connection.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { refuseWrongRows } from '#platform/db/statement.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { readDepLinkPath } from '#testing/dep-helpers.ts'
import { postForm } from '#testing/forms.ts'
import { invitationTokenIn, waitForMailTo } from '#testing/mail.ts'
import { eventSummariesFromIcs } from '#testing/read-calendar-file.ts'
import { changedColumns, loadRelease2, messagesOfTables, release2, type Row } from '#testing/release-2.ts'
import { codeIn, waitForTextTo } from '#testing/sms.ts'
import { TestClient } from '#testing/test-client.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { readConfig } from './config.ts'
import { startGaffer, type RunningGaffer, type StartOptions } from './start.ts'

type Tables = Map<string, Row[]>

/** Every row of the tables of `public` as JSON. */
async function readTables(db: Db): Promise<Tables> {
  const names = await db<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const tables: Tables = new Map()
  for (const { name } of names) {
    const rows = await db.query<{ row: Row }[]>(`select to_jsonb(t) as row from ${name} t`)
    tables.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return tables
}

function withoutColumns(rows: readonly Row[], columns: ReadonlySet<string>): string[] {
  const kept = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column))))
  return kept.map((row) => JSON.stringify(row)).toSorted()
}

const londonDay = (later: number) => addDays(todayInLondon(new Date()), later)
const keysOf = (rows: readonly Row[]) => rows.map((row) => `${row['event_id']} ${row['membership_id']}`).toSorted()

async function startServer(
  environment: Record<string, string>,
  options: StartOptions = {},
): Promise<RunningGaffer & { url: string }> {
  const settings = { LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ALLOW_PRIVATE_FETCH: '1' }
  const gaffer = await startGaffer(readConfig({ ...settings, ...environment }), {
    deadlineMs: 30_000,
    onRows: refuseWrongRows,
    ...options,
  })
  await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...gaffer, url: `http://127.0.0.1:${(gaffer.app.server.address() as AddressInfo).port}` }
}

describe('a database of 2.0.0', () => {
  let address: DatabaseAddress, drop: () => Promise<void>, push: FakePush
  let server: RunningGaffer & { url: string }
  let before: Tables, after: Tables

  beforeAll(async () => {
    push = await startFakePush()
    ;({ address, drop } = await cloneDatabase(inject('database'), 'template0'))
    await loadRelease2(address, new Date())
    const db = openDatabasePool(address, 1)
    for (const { id } of await db<
      { id: string }[]
    >`select id from push_subscriptions where user_id = ${release2.userIds.ros}`) {
      const { endpoint, keys } = push.subscribe()
      await db`update push_subscriptions set endpoint = ${endpoint}, p256dh = ${keys.p256dh}, auth = ${keys.auth} where id = ${id}`
    }
    // Tom was asked five hours ago, so that the timer of his request is due.
    await db`update dep_asks set asked_at = asked_at - interval '5 hours' where dep_id = (select id from deps where name = 'Tom')`
    await db`update jobs.job set start_after = now() where state < 'completed'`
    before = await readTables(db)
    await migrate(db)
    after = await readTables(db)
    await db.end()
    server = await startServer(
      { ...testKeyEnvironment, NOTICE_SETTLE_SECONDS: '0', NOTICE_QUIET_HOURS: 'off', SMS_NOTICES: 'on' },
      { database: address },
    )
  })
  afterAll(async () => {
    await server?.stop()
    await drop?.()
    await push?.close()
  })

  const clientOf = (cookies: Record<string, string> = {}) => new TestClient(server.url, cookies)

  test('after the migrations every row of a database of 2.0.0 has its earlier values or has become an outgoing message', () => {
    expect([...before].filter(([, rows]) => rows.length === 0).map(([name]) => name)).toEqual(['leases'])
    for (const [name, rows] of before) {
      const now = after.get(name)
      if (name === 'leases' || name === 'migrations') continue
      if (!now) {
        const messages = rows.map((row) => expect.objectContaining(messagesOfTables[name]?.(row) ?? { table: name }))
        expect(after.get('outgoing_messages')).toEqual(expect.arrayContaining(messages))
        continue
      }
      // The migrations delete push subscriptions that belong to no session.
      const kept = name === 'push_subscriptions' ? rows.filter(({ browser_hash }) => browser_hash !== null) : rows
      expect([name, now.length]).toEqual([name, kept.length])
      const changed = new Set(changedColumns[name])
      const columns = new Set(Object.keys(rows[0] ?? {}).filter((column) => !changed.has(column)))
      expect([name, ...withoutColumns(now, columns)]).toEqual([name, ...withoutColumns(kept, columns)])
    }
  })

  test('after the upgrade from 2.0.0 exactly the answers that were stale before are stale', async () => {
    const versions = new Map((before.get('events') ?? []).map(({ id, schedule_version }) => [id, schedule_version]))
    const old = (before.get('answers') ?? []).filter((row) => row['schedule_version'] !== versions.get(row['event_id']))
    const stale = await server.services.db<Row[]>`
      select a.event_id, a.membership_id from answers a join events e on e.band_id = a.band_id and e.id = a.event_id
      where a.schedule <> schedule_of(e.date, e.start_time, e.location, e.venue)`
    expect(stale.length).toBeGreaterThan(0)
    expect(keysOf(stale)).toEqual(keysOf(old))
  })

  test('after the upgrade from 2.0.0 a connected calendar is due to be read again within the hour', () => {
    const [calendar] = after.get('busy_calendars') ?? []
    expect(Date.parse(String(calendar?.['next_read_at']))).toBeLessThan(Date.now() + 3_600_000)
  })

  test('after the upgrade from 2.0.0 the sessions of members are valid, and the lists of their band are answered with 200', async () => {
    for (const cookies of [release2.cookies.dee, release2.cookies.zebedee]) {
      expect((await clientOf(cookies).get('/api/me')).status).toBe(200)
    }
    const days = `startDate=${londonDay(0)}&endDate=${londonDay(60)}`
    for (const path of [`calendar?${days}`, `events?${days}`, 'songs', 'setlists', 'deps', 'members', 'activity']) {
      const { status } = await clientOf(release2.cookies.dee).get(`/api/bands/${release2.bandId}/${path}`)
      expect([path, status]).toEqual([path, 200])
    }
  })

  test('after the upgrade from 2.0.0 the waiting texts, mails and push messages are sent, and an overdue dep request is sent to the next dep', async () => {
    const { cookies, phones, userIds } = release2
    const asking = clientOf(cookies.codeAsked)
    const code = codeIn(await waitForTextTo(asking, phones.ros))
    expect((await asking.post('/auth/phone/verify-code', { phone: phones.ros, code })).body.user.id).toBe(userIds.ros)
    const invited = [
      await waitForTextTo(asking, '+447700900811'),
      (await waitForMailTo(asking, 'max@example.org')).text,
    ]
    for (const token of invited.map(invitationTokenIn)) {
      expect((await asking.get(`/api/invites/${token}`)).status).toBe(200)
    }
    expect((await waitForMailTo(asking, 'dee@example.org')).text).toMatch(/\d{6}/)
    expect((await waitForMailTo(asking, 'ros@example.org')).subject).toContain('Soon cancelled')
    expect(await waitForTextTo(asking, phones.vik)).toContain('Soon')
    await expect.poll(() => push.messages().length).toBeGreaterThan(1)
    const [newlyAsked, nextAsked] = ['+447700900803', '+447700900802']
    expect(readDepLinkPath(await waitForTextTo(asking, newlyAsked))).toMatch(/^\/api/)
    expect(readDepLinkPath(await waitForTextTo(asking, nextAsked))).toMatch(/^\/api/)
  })

  test('after the upgrade from 2.0.0 each change that a page of 2.0.0 stored while offline is applied once when sent twice', async () => {
    const dee = clientOf(release2.cookies.dee)
    const band = `/api/bands/${release2.bandId}`
    const gig = `${band}/events/${release2.gigId}`
    const { id: own } = (await dee.get('/api/me')).body.bands.find((one: Row) => one['bandId'] === release2.bandId)
    const [song] = (await dee.get(`${band}/songs`)).body
    const past = (await dee.get(`${band}/events?startDate=${londonDay(-90)}&endDate=${londonDay(0)}`)).body
    const practice = past.find(({ type }: Row) => type === 'practice')
    const { version } = (await dee.get(gig)).body
    const { version: sheetVersion, ...sheet } = (await dee.get(`${gig}/gig-sheet`)).body
    // As `sendOutbox` of 2.0.0 sent them: method, path, body and the version for If-Match.
    const kept: [string, string, unknown, number?][] = [
      ['PUT', `${gig}/answers/${own}`, { answer: 'maybe', comment: null }],
      ['DELETE', `${gig}/answers/${own}`, undefined],
      ['POST', `${band}/songs/${song.id}/readiness`, { membershipId: own, status: 'amber' }],
      ['PATCH', `${band}/songs/${song.id}`, { tempo: 132, key: 'Am' }],
      ['PUT', `${band}/events/${practice.id}/practised`, { songIds: [song.id] }],
      ['PATCH', gig, { notes: 'Typed in the van' }, version],
      ['PUT', `${gig}/gig-sheet`, { ...sheet, gear: 'The small amp' }, sheetVersion],
    ]
    for (const [method, path, body, seen] of kept) {
      const headers = {
        'idempotency-key': crypto.randomUUID().replaceAll('-', ''),
        [userIdHeader]: release2.userIds.dee,
        ...(seen !== undefined && { 'if-match': `"${seen}"` }),
      }
      const first = await dee.send(method, path, body, headers)
      const again = await dee.send(method, path, body, headers)
      expect([method, path, first.body?.message, again.status, again.body]).toEqual([
        method,
        path,
        undefined,
        first.status,
        first.body,
      ])
      expect(first.status).toBeLessThan(300)
    }
    expect((await dee.get(gig)).body).toMatchObject({ notes: 'Typed in the van', version: version + 1, myAnswer: null })
    expect((await dee.get(`${gig}/gig-sheet`)).body).toMatchObject({ gear: 'The small amp' })
  })

  test('after the upgrade from 2.0.0 the links in mails and texts and the addresses of feeds are answered with 200', async () => {
    const { links, feeds } = release2
    const guest = clientOf()
    for (const path of [
      `/api/answer-links/${links.answer}`,
      `/api/sheets/${links.sheet}`,
      `/api/dep-links/${links.dep}`,
      `/api/invites/${links.invitation}`,
      `/unsubscribe/${links.unsubscribe}`,
    ]) {
      expect([path, (await guest.get(path)).status]).toEqual([path, 200])
    }
    expect((await guest.get(`/api/dep-links/${links.dep}`)).body).toMatchObject({ state: 'asked', name: 'Tom' })
    for (const feed of feeds) {
      const { status, text } = await guest.get(feed)
      expect([feed, status, text.startsWith('BEGIN:VCALENDAR')]).toEqual([feed, 200, true])
    }
    expect(eventSummariesFromIcs((await guest.get(feeds[0] as string)).text).join()).toContain('The Wardrobe')
    expect((await guest.post(`/api/answer-links/${links.answer}`, { answer: 'yes' })).status).toBe(200)
    expect((await guest.post(`/api/dep-links/${links.dep}`, { answer: 'yes' })).status).toBe(200)
    expect(
      (await postForm(guest, `/unsubscribe/${links.unsubscribe}`, { 'List-Unsubscribe': 'One-Click' })).status,
    ).toBe(200)
  })
})

test('a server starts on a data folder of 2.0.0 with the secret key of the folder, and a member stays signed in', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-upgrade-'))
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  await loadRelease2(connection, new Date())
  const db = openMaintenancePool(connection)
  const [counted] = await db<{ events: number }[]>`select count(*)::int as events from events`
  await db.end()
  await stop()
  await writeFile(join(dataDir, 'secret-key'), `${testKeyEnvironment.SECRET_KEY}\n`)

  const server = await startServer({ DATA_DIR: dataDir })
  try {
    const dee = new TestClient(server.url, release2.cookies.dee)
    expect((await dee.get('/readyz')).status).toBe(200)
    expect((await dee.get('/api/me')).body.user.id).toBe(release2.userIds.dee)
    expect((await dee.get(`/api/answer-links/${release2.links.answer}`)).status).toBe(200)
    expect(await server.services.db`select count(*)::int as events from events`).toEqual([counted])
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
})
