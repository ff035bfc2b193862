import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ago, testClock } from '#testing/test-clock.ts'
import { eraseAccount } from './service.ts'
import { tablesWithoutPersonalData, personalTables } from './personal-tables-store.ts'
import { acceptInvitation } from '#features/invitations/service.ts'
import { createTestBand, joinBand } from '#testing/builders.ts'
import {
  createPopulatedUser,
  createPortraitDataUrl,
  populatedUserEmail,
  populatedUserFormerEmail,
  populatedUserNames,
  personalTracesOf,
} from '#testing/populated-user.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { listAllColumns, listColumnMatches } from '#testing/columns.ts'
import { signInBySms } from '#testing/sms.ts'
import { useTestServer } from '#testing/test-server.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

const server = useTestServer()

test('each table is listed as having or not having personal data, and a table listed as not having any neither references users nor has a column named like phone, mail, user, subject or address', async () => {
  const inPublic = (await listAllColumns(server())).filter(({ schema }) => schema === 'public')
  const listed = new Set([...personalTables.map(({ table }) => table.text), ...tablesWithoutPersonalData])
  expect([...new Set(inPublic.map(({ table }) => table))].filter((table) => !listed.has(table))).toEqual([])

  const references = await server().services.db<{ table: string }[]>`
    select distinct conrelid::regclass::text as table from pg_constraint where confrelid = 'users'::regclass`
  const suspicious = inPublic.filter(({ column }) => /phone|mail|user|subject|address$/.test(column))
  const tellTale = new Set([...references, ...suspicious].map(({ table }) => table))
  expect(tablesWithoutPersonalData.filter((table) => tellTale.has(table))).toEqual([])
})

test('every bytea column of a personal table is either converted to text in the export or withheld from it', async () => {
  const secrets = (await listAllColumns(server())).filter(({ schema, type }) => schema === 'public' && type === 'bytea')
  for (const { table, excludedColumns = [], exported } of personalTables) {
    const columnsOfTable = secrets.filter((one) => one.table === table.text).map(({ column }) => column)
    const isConverted = (column: string) => exported?.text.includes(`encode(t.${column},`) ?? false
    const isWithheld = (column: string) => excludedColumns.includes(column) && !exported?.text.includes(`t.${column}`)
    expect([table.text, columnsOfTable.filter((column) => !isConverted(column) && !isWithheld(column))]).toEqual([
      table.text,
      [],
    ])
  }
})

test('the personal data export is a JSON attachment with every part and every row that has the user id; it has no hashes, and no mentions, driverId or madeBy, which refer to other members', async () => {
  const { zeb, phone } = await createPopulatedUser(server())
  const stored = await countRowsOfUser((await zeb.get('/api/me')).body.user.id)
  const answer = await zeb.get('/api/me/export')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="gaffer-my-data-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body.account).toMatchObject([{ ...populatedUserNames, phone, platformAdmin: false }])
  expect(JSON.stringify(answer.body)).not.toMatch(/"(mentions|driverId|madeBy)":/)
  expect(answer.body).toMatchObject({
    identities: [{ subject: '100000000000000000103' }],
    memberships: [{ role: 'Zwords' }, { access: 'owner' }, { email: populatedUserEmail }],
    daysAway: [{ notes: expect.any(String) }, { notes: expect.any(String) }],
    songsAdded: [{ title: 'Paranoid' }],
    readiness: [{ status: 'green' }],
    invitationsReceived: [{ kind: 'email', email: populatedUserEmail }, { kind: 'phone' }],
    messagesToThem: [{ recipient: populatedUserEmail }, { recipient: populatedUserFormerEmail }, { recipient: phone }],
    wrongCodes: [{ failures: 3 }],
  })
  expect(answer.body.events).toHaveLength(5)
  // An empty list would prove nothing: `createPopulatedUser` must plant a row for every part of the export.
  const empty = Object.entries(answer.body).filter(([, rows]) => Array.isArray(rows) && rows.length === 0)
  expect(empty.map(([exportKey]) => exportKey)).toEqual(['invitationsMade'])
  expect(Object.keys(answer.body)).toEqual(['exportedAt', ...personalTables.map(({ exportKey }) => exportKey)])
  expect(stored.length).toBeGreaterThan(15)
  // The export may have more rows: notices made meanwhile, or rows of other users about this user.
  expect(stored.filter(({ exportKey, count }) => answer.body[exportKey].length < count)).toEqual([])
  const { webpInBase64 } = answer.body.pictures[0]
  expect((await sharp(Buffer.from(webpInBase64, 'base64')).metadata()).format).toBe('webp')
  // The Base64 text of a picture can contain "hash" by chance.
  expect(answer.text.replace(webpInBase64, '')).not.toMatch(/hash|\\\\x/i)
  expect((await zeb.delete('/api/me')).status).toBe(204)
})

/** Counts the rows of the user in each exported table that has a `user_id`. */
async function countRowsOfUser(userId: string): Promise<{ exportKey: string; count: number }[]> {
  const counts: { exportKey: string; count: number }[] = []
  const withUserId = (await listAllColumns(server())).filter(({ column }) => column === 'user_id')
  const isOfUser = personalTables.filter(({ table }) => withUserId.some((it) => it.table === table.text))
  for (const { exportKey, table } of isOfUser) {
    const text = `select from ${table.text} where user_id = $1`
    counts.push({ exportKey, count: (await server().services.db.query({ text, values: [userId] })).length })
  }
  return counts
}

test('account erasure removes the user’s personal data from every table; only the activity keeps the user id', async () => {
  const { zeb, phone, owner, bandId, avatarUrl } = await createPopulatedUser(server())
  await agePictures()
  const bearer = { authorization: `Bearer ${(await zeb.post('/auth/token')).body.accessToken}` }
  const session = zeb.cookies.get('gaffer_session') as string
  const { id } = (await zeb.get('/api/me')).body.user
  expect((await listColumnMatches(server(), personalTracesOf(phone))).length).toBeGreaterThan(25)

  const answer = await zeb.delete('/api/me')
  expect(answer.status).toBe(204)
  expect(zeb.cookies.size).toBe(0)
  expect(await listColumnMatches(server(), personalTracesOf(phone))).toEqual([])
  // Only the activity keeps the user id, which no longer refers to a user, until the activity expires.
  const places = await listColumnMatches(server(), [id])
  expect(places.filter((place) => !place.startsWith('public.activity.'))).toEqual([])
  expect((await server().newClient().get(avatarUrl)).status).toBe(404)

  zeb.cookies.set('gaffer_session', session)
  expect((await zeb.get('/api/me')).status).toBe(401)
  expect((await server().newClient().get('/api/me', bearer)).status).toBe(401)

  // The band, its song and the tombstones of cancelled events stay.
  expect((await owner.get(`/api/bands/${bandId}/members`)).body).toHaveLength(1)
  expect((await owner.get(`/api/bands/${bandId}/songs`)).body).toMatchObject([
    { title: 'Paranoid', addedByMembershipId: null, vetos: [] },
  ])
  const tombstones = await server().services.db`
    select from events where band_id = ${bandId} and deleted_at is not null and owner_user_id is null`
  expect(tombstones).toHaveLength(4)
  expect(await server().services.db`select from bands where name = 'Zwords Solo'`).toEqual([])
})

test('the search for personal data in these tests includes the job queue and bytea columns', async () => {
  const { db } = server().services
  await db`insert into jobs.job (name, data) values ('send-text', ${JSON.stringify({ to: 'Zebedee' })})`
  await db`
    insert into images (id, content_hash, content, created_at)
    values (gen_random_uuid(), '', ${Buffer.from('\0of Zoë')}, ${testClock.now()})`
  const places = await listColumnMatches(server(), ['zebedee', 'zoë'])
  expect(places[0]).toMatch(/^jobs\.\w+\.data: /)
  expect(places.at(-1)).toBe(String.raw`public.images.content: \000of Zo\303\253`)
  await db`delete from jobs.job where data::text like '%Zebedee%'`
  await db`delete from images where content_hash = ''`
})

test('a user can sign in with the phone number of an erased account and an invitation, and gets a new account', async () => {
  const dee = await server().createUser()
  const { phone, id } = dee.user
  await dee.delete('/api/me')
  const newcomer = server().newClient()
  const owner = await server().createUser()
  const { inviteLink } = (await owner.post(`/api/bands/${(await createTestBand(owner)).id}/invites/general`)).body
  await newcomer.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
  const { user } = (await signInBySms(newcomer, phone)).body
  expect(user).toMatchObject({ firstName: null, displayName: null })
  expect(user.id).not.toBe(id)
})

test('erasing the account of the only owner of a band with other members is refused with 409', async () => {
  const owner = await server().createUser()
  const band = await createTestBand(owner, { name: 'The Foxes' })
  const kit = await server().createUser()
  const { id } = await joinBand(owner, band.id, kit)
  const refused = await owner.delete('/api/me')
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      code: 'conflict',
      message: 'You are the only owner of The Foxes. Make another member an owner first, or remove its other members.',
    },
  ])
  expect((await owner.get('/api/me')).body.bands).toHaveLength(1)
  await owner.patch(`/api/bands/${band.id}/members/${id}`, { access: 'owner' })
  expect((await owner.delete('/api/me')).status).toBe(204)
  expect((await kit.get(`/api/bands/${band.id}/members`)).body).toMatchObject([{ id, access: 'owner' }])
})

test('of two owners of a band who erase their accounts in parallel one is refused with 409', async () => {
  const [first, second, member] = [
    await server().createUser(),
    await server().createUser(),
    await server().createUser(),
  ]
  const band = await createTestBand(first)
  const { id } = await joinBand(first, band.id, second)
  await joinBand(first, band.id, member)
  await first.patch(`/api/bands/${band.id}/members/${id}`, { access: 'owner' })
  const answers = await Promise.all([first.delete('/api/me'), second.delete('/api/me')])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('the account erasure of the only member of a band is refused with 409 when another user joins the band at the same time', async () => {
  const [owner, kit] = [await server().createUser(), await server().createUser()]
  const { id } = await createTestBand(owner)
  const { inviteLink } = (await owner.post(`/api/bands/${id}/invites/general`)).body
  let erased: Promise<TestResponse> | undefined
  await server().services.db.transaction(async (tx) => {
    await acceptInvitation(tx, { userId: kit.user.id } as AuthenticatedUser, inviteLink.split('/invite/')[1])
    erased = owner.delete('/api/me')
    await sleep(300)
  })
  expect((await erased)?.status).toBe(409)
  expect((await kit.get(`/api/bands/${id}/members`)).body).toHaveLength(2)
})

async function isQueryWaitingForLock(): Promise<boolean> {
  const rows = await server().services.db`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.length > 0
}

/**
 * SQL that waits until this transaction blocks another query, and then locks the band. PostgreSQL looks for a deadlock after a transaction
 * has waited for a second, and the erasure must be the transaction that finds this deadlock. The pause of half a second leaves both
 * transactions the same margin on a busy machine.
 */
const lockBandAfterBlockedQuerySql = (bandId: string) => `
  do $$ begin
    while not exists (
      select from pg_stat_activity where wait_event_type = 'Lock' and pg_backend_pid() = any(pg_blocking_pids(pid))
    ) loop
      perform pg_sleep(0.01);
      perform pg_stat_clear_snapshot();
    end loop;
    perform pg_sleep(0.5);
    perform from bands where id = '${bandId}' for no key update;
  end $$`

test('an account erasure is retried after a PostgreSQL deadlock and succeeds', async () => {
  const dee = await server().createUser()
  const { id } = await createTestBand(dee)
  await dee.post(`/api/bands/${id}/invites/general`)
  let erased: Promise<TestResponse> | undefined
  await server().services.db.transaction(async (tx) => {
    await tx`select from invitations where band_id = ${id} for update`
    erased = dee.delete('/api/me')
    await tx.query(lockBandAfterBlockedQuerySql(id))
  })
  expect((await erased)?.status).toBe(204)
  expect((await dee.get('/api/me')).status).toBe(401)
})

const key = { 'idempotency-key': 'written by nobody' }
const band = { name: 'The Late Ones', displayName: 'Dee' }
test.each<[string, (dee: TestClient) => Promise<TestResponse>]>([
  ['a profile', (dee) => dee.put('/api/me', { firstName: 'D', lastName: 'M', displayName: 'Dee' })],
  ['a band', (dee) => dee.post('/api/bands', band)],
  ['a band with an idempotency key', (dee) => dee.post('/api/bands', band, key)],
  ['days away', (dee) => dee.post('/api/me/events', { type: 'unavailable', date: '2027-03-05' }, key)],
])('%s that a user writes while their account is being erased is refused with 401 or 404', async (_, write) => {
  const dee = await server().createUser()
  let answer: Promise<TestResponse> | undefined
  await server().services.db.transaction(async (tx) => {
    await eraseAccount(server().services, tx, { userId: dee.user.id })
    answer = write(dee)
    await expect.poll(isQueryWaitingForLock).toBe(true)
  })
  expect([401, 404]).toContain((await answer)?.status)
})

/** Makes all pictures an hour old: erasure keeps recent pictures, because an upload in progress may refer to them. */
async function agePictures(): Promise<void> {
  await server().services.db`update images set created_at = ${ago({ hours: 1 })}`
}

test('account erasure keeps a picture that another user is uploading at the same time', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const profile = { firstName: 'A', lastName: 'B', displayName: 'C', avatarUrl: await createPortraitDataUrl() }
  const { avatarUrl } = (await dee.put('/api/me', profile)).body.user
  await agePictures()
  let erased: Promise<TestResponse> | undefined
  await server().services.db.transaction(async (tx) => {
    // Runs the same UPDATE as a second upload of this picture.
    await tx`update images set created_at = ${testClock.now()} where '/images/' || id || '.webp' = ${avatarUrl}`
    erased = dee.delete('/api/me')
    await expect.poll(isQueryWaitingForLock).toBe(true)
    await tx`update users set avatar_url = ${avatarUrl} where id = ${kit.user.id}`
  })
  expect((await erased)?.status).toBe(204)
  expect((await server().newClient().get(avatarUrl)).status).toBe(200)
})

test("account erasure keeps another user's idempotent response that mentions the erased number", async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(kit)
  const event = { type: 'practice', date: '2027-03-05', location: 'Unit 4', notes: `Ring ${dee.user.phone}` }
  const again = { 'idempotency-key': 'notes with a number' }
  const first = await kit.post(`/api/bands/${band.id}/events`, event, again)
  await dee.delete('/api/me')
  expect((await kit.post(`/api/bands/${band.id}/events`, event, again)).body).toEqual(first.body)
})

test('account erasure deletes a picture only when no other user uses it', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const profile = { firstName: 'A', lastName: 'B', displayName: 'C', avatarUrl: await createPortraitDataUrl() }
  const { avatarUrl } = (await dee.put('/api/me', profile)).body.user
  expect((await kit.put('/api/me', profile)).body.user.avatarUrl).toBe(avatarUrl)
  await agePictures()
  await dee.delete('/api/me')
  expect((await server().newClient().get(avatarUrl)).status).toBe(200)
  await kit.delete('/api/me')
  expect((await server().newClient().get(avatarUrl)).status).toBe(404)
})
