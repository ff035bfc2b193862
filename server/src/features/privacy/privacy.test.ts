// A person's data handed out whole and erased without a trace, held against every table that there is.

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { impersonalTables, personalTables } from './store.ts'
import { aBand, aPractice, daysAway, joinBand } from '#testing/builders.ts'
import type { Caller } from '#testing/caller.ts'
import { signInWithGoogle } from '#testing/google.ts'
import { signInBySms } from '#testing/sms.ts'
import { aPhone, useWorld } from '#testing/world.ts'

const world = useWorld()
const names = { firstName: 'Zebedee', lastName: 'Quillfeather', displayName: 'Zebqf', hometown: 'Zennorville' }
const email = 'zebedee.quillfeather@example.com'
/** What must be nowhere afterwards: names, number, address, and what they wrote. */
const traces = (phone: string) => [
  ...Object.values(names),
  email,
  phone,
  phone.slice(3),
  'Zwords',
  '100000000000000000103',
]

type Column = { schema: string; table: string; column: string; type: string }

async function columns(): Promise<Column[]> {
  return world().deps.db<Column[]>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'jobs') and t.table_type = 'BASE TABLE'
    order by 1, 2, c.ordinal_position`
}

/** Every place where one of the words stands, in any column of any table, the job queue's included. */
async function findTraces(words: string[]): Promise<string[]> {
  const pattern = `(${words.map((word) => word.replace(/[.+]/g, String.raw`\$&`)).join('|')})`
  const found: string[] = []
  for (const { schema, table, column } of await columns()) {
    const rows = await world().deps.db.unsafe(
      `select "${column}"::text as value from "${schema}"."${table}" where "${column}"::text ~* $1`,
      [pattern],
    )
    found.push(...rows.map(({ value }) => `${schema}.${table}.${column}: ${String(value).slice(0, 80)}`))
  }
  return found
}

async function aPortrait(): Promise<string> {
  const random = Math.floor(Math.random() * 0xffffff)
  const background = { r: random & 255, g: (random >> 8) & 255, b: random >> 16 }
  const png = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Somebody who has left something in every table that keeps anything about anybody. */
async function somebodyBusy(): Promise<{ zeb: Caller; owner: Caller; bandId: string; avatarUrl: string }> {
  const { db } = world().deps
  const owner = await world().person({ firstName: 'Olive' })
  const band = await aBand(owner)
  const phone = aPhone()
  const zeb = world().stranger()
  const { inviteLink } = (await owner.post(`/api/bands/${band.id}/invites/general`)).body
  await zeb.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
  await signInWithGoogle(zeb, 'cara')
  const { user } = (await signInBySms(zeb, phone)).body
  const profile = { ...names, instrument: 'drums', avatarUrl: await aPortrait() }
  const { avatarUrl } = (await zeb.put('/api/me', profile)).body.user
  await db`update users set email = ${email} where id = ${user.id}`

  const event = await aPractice(zeb, band.id, { title: 'Zwords practice', notes: 'Zwords Zebedee', location: 'Zwords' })
  await zeb.delete(`/api/bands/${band.id}/events/${event.id}`)
  await aPractice(zeb, band.id, { title: 'Zwords again', notes: 'Ask Zebedee' })
  await daysAway(zeb, band.id, { title: 'Zwords', notes: 'Zwords with Quillfeather' })
  await zeb.post(
    '/api/me/events',
    { type: 'unavailable', date: '2027-05-01', notes: 'Zwords' },
    { 'idempotency-key': 'k' },
  )
  const alone = await aBand(zeb, { name: 'Zwords Solo', displayName: 'Zebqf' })
  await aPractice(zeb, alone.id, { title: 'Zwords' })
  const left = await aBand(owner, { name: 'The Wolves' })
  const again = (await owner.post(`/api/bands/${left.id}/invites/general`)).body.inviteLink
  await zeb.post(`/api/invites/${again.split('/invite/')[1]}/accept`)
  const [, card] = (await owner.get(`/api/bands/${left.id}/members`)).body
  expect((await owner.delete(`/api/bands/${left.id}/members/${card.id}`)).status).toBe(204)
  const [mine] = (await zeb.get('/api/me')).body.bands
  const paranoid = { title: 'Paranoid', artist: 'Black Sabbath', addedByMembershipId: mine.id }
  const song = (await zeb.post(`/api/bands/${band.id}/songs`, paranoid)).body
  await zeb.post(`/api/bands/${band.id}/songs/${song.id}/readiness`, { membershipId: mine.id, status: 'green' })
  await zeb.post(`/api/bands/${band.id}/songs/${song.id}/veto`, { membershipId: mine.id })
  await zeb.patch(`/api/bands/${band.id}/members/${mine.id}`, { displayName: 'Zebqf', role: 'Zwords' })

  // What others and time leave about them.
  const [invitation] = await db<{ id: string }[]>`
    insert into invitations (id, kind, token_hash, band_id, invited_by, phone, email, max_uses, expires_at)
    values (gen_random_uuid(), 'phone', sha256('a'), ${band.id}, ${owner.user.id}, ${phone}, ${email.toUpperCase()}, 1,
      now() + interval '1 day') returning id`
  expect(invitation).toBeTruthy()
  await db`
    with offered as (
      insert into memberships (band_id, id, role, access, status, display_name, color, icon, email)
      values (${(await aBand(owner)).id}, gen_random_uuid(), 'Zwords', 'member', 'invited', 'Zebedee', '#fff', 'music',
        ${email})
      returning band_id, id)
    insert into activity (band_id, id, user_id, verb, about_membership_id, subject)
    select band_id, gen_random_uuid(), ${owner.user.id}, 'invited', id, 'Zebedee' from offered`
  await db`
    insert into idempotency_keys (user_id, key, request_hash, reply)
    values (${owner.user.id}, 'invite', 'x', ${db.json({ email, displayName: 'Zebedee' })}),
      (${owner.user.id}, 'sms', 'x', ${db.json({ phone, displayName: 'Zebedee' })})`
  await db`insert into invitation_messages (id, invitation_id, channel, recipient)
    values (gen_random_uuid(), gen_random_uuid(), 'sms', ${phone}), (gen_random_uuid(), gen_random_uuid(), 'mail', ${email})`
  await db`insert into spotify_connections (id, user_id, handle_hash, key_id, sealed_tokens, expires_at)
    values (gen_random_uuid(), ${user.id}, sha256('h'), 'k', 'sealed', now() + interval '1 day')`
  await db`insert into spotify_journeys (secret_hash, user_id, expires_at)
    values (sha256('s'), ${user.id}, now() + interval '1 hour')`
  await db`insert into phone_failures (phone, failures) values (${phone}, 3)`
  await db`insert into waiting_identities (secret_hash, issuer, subject, expires_at)
    select sha256('w'), issuer, subject, now() + interval '1 hour' from identities`
  return { zeb: Object.assign(zeb, { phone }), owner, bandId: band.id, avatarUrl }
}

const phoneOf = (caller: Caller) => (caller as Caller & { phone: string }).phone

test('every table is either listed as personal, column by column, or as holding nothing about anybody', async () => {
  const inPublic = (await columns()).filter(({ schema }) => schema === 'public')
  const listed = new Set([...personalTables.map(({ table }) => table), ...impersonalTables])
  expect([...new Set(inPublic.map(({ table }) => table))].filter((table) => !listed.has(table))).toEqual([])

  const references = await world().deps.db<{ table: string }[]>`
    select distinct conrelid::regclass::text as table from pg_constraint where confrelid = 'users'::regclass`
  const suspicious = inPublic.filter(({ column }) => /phone|mail|user|subject|address$/.test(column))
  const tellTale = new Set([...references, ...suspicious].map(({ table }) => table))
  expect(impersonalTables.filter((table) => tellTale.has(table))).toEqual([])
})

test('no secret and no hash of one is handed out', async () => {
  const secrets = (await columns()).filter(({ schema, type }) => schema === 'public' && type === 'bytea')
  for (const { table, withheld = [], readable } of personalTables) {
    const columnsOfTable = secrets.filter((one) => one.table === table).map(({ column }) => column)
    expect([table, columnsOfTable.filter((column) => !readable && !withheld.includes(column))]).toEqual([table, []])
  }
})

test('a person gets everything there is about them, as a file', async () => {
  const { zeb } = await somebodyBusy()
  const answer = await zeb.get('/api/me/export')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="gaffer-my-data-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body.account).toMatchObject([{ ...names, phone: phoneOf(zeb), email, platformAdmin: false }])
  expect(answer.body).toMatchObject({
    identities: [{ subject: '100000000000000000103' }],
    memberships: [{ role: 'Zwords' }, { access: 'owner' }],
    daysAway: [{ notes: expect.any(String) }, { notes: expect.any(String) }],
    songsAdded: [{ title: 'Paranoid' }],
    readiness: [{ status: 'green' }],
    invitationsReceived: [{ kind: 'phone' }],
    membershipsOffered: [{ displayName: 'Zebedee' }],
    wrongCodes: [{ failures: 3 }],
  })
  expect(answer.body.events).toHaveLength(3)
  // Nothing was forgotten to be planted, so nothing is forgotten to be exported or erased.
  const empty = Object.entries(answer.body).filter(([, rows]) => Array.isArray(rows) && rows.length === 0)
  expect(empty.map(([noun]) => noun)).toEqual(['invitationsMade'])
  const webp = Buffer.from(answer.body.pictures[0].webpInBase64, 'base64')
  expect((await sharp(webp).metadata()).format).toBe('webp')
  expect(answer.text).not.toMatch(/hash|\\\\x/i)
  expect((await zeb.delete('/api/me')).status).toBe(204)
})

test('an erased account leaves no trace of its person in any column of any table', async () => {
  const { zeb, owner, bandId, avatarUrl } = await somebodyBusy()
  const phone = phoneOf(zeb)
  const bearer = { authorization: `Bearer ${(await zeb.post('/auth/token')).body.accessToken}` }
  const session = zeb.cookies.get('gaffer_session') as string
  expect((await findTraces(traces(phone))).length).toBeGreaterThan(25)

  const answer = await zeb.delete('/api/me')
  expect(answer.status).toBe(204)
  expect(zeb.cookies.size).toBe(0)
  expect(await findTraces(traces(phone))).toEqual([])
  expect((await world().stranger().get(avatarUrl)).status).toBe(404)

  zeb.cookies.set('gaffer_session', session)
  expect((await zeb.get('/api/me')).status).toBe(401)
  expect((await world().stranger().get('/api/me', bearer)).status).toBe(401)

  // The others go on: the band stands, its calendar tells subscribers what is off, the song stays.
  expect((await owner.get(`/api/bands/${bandId}/members`)).body).toHaveLength(1)
  expect((await owner.get(`/api/bands/${bandId}/songs`)).body).toMatchObject([
    { title: 'Paranoid', addedByMembershipId: null, vetos: [] },
  ])
  const tombstones = await world().deps.db`
    select from events where band_id = ${bandId} and deleted_at is not null and owner_user_id is null`
  expect(tombstones).toHaveLength(2)
  const bands = await world().deps.db`select from bands where name = 'Zwords Solo'`
  expect(bands).toHaveLength(0)
})

test('the number is a stranger afterwards, and may be invited again', async () => {
  const dee = await world().person()
  const { phone, id } = dee.user
  await dee.delete('/api/me')
  const newcomer = world().stranger()
  const owner = await world().person()
  const { inviteLink } = (await owner.post(`/api/bands/${(await aBand(owner)).id}/invites/general`)).body
  await newcomer.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
  const { user } = (await signInBySms(newcomer, phone)).body
  expect(user).toMatchObject({ firstName: null, displayName: null })
  expect(user.id).not.toBe(id)
})

test('the only owner of a band with others in it is told so, and nothing is erased', async () => {
  const owner = await world().person()
  const band = await aBand(owner, { name: 'The Foxes' })
  const kit = await world().person()
  const { id } = await joinBand(owner, band.id, kit)
  const refused = await owner.delete('/api/me')
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      code: 'clash',
      message: 'You are the only owner of The Foxes. Make another member an owner first, or remove its other members.',
    },
  ])
  expect((await owner.get('/api/me')).body.bands).toHaveLength(1)
  await owner.patch(`/api/bands/${band.id}/members/${id}`, { access: 'owner' })
  expect((await owner.delete('/api/me')).status).toBe(204)
  expect((await kit.get(`/api/bands/${band.id}/members`)).body).toMatchObject([{ id, access: 'owner' }])
})

test('of two owners who erase their accounts at once, one stays', async () => {
  const [first, second, member] = [await world().person(), await world().person(), await world().person()]
  const band = await aBand(first)
  const { id } = await joinBand(first, band.id, second)
  await joinBand(first, band.id, member)
  await first.patch(`/api/bands/${band.id}/members/${id}`, { access: 'owner' })
  const answers = await Promise.all([first.delete('/api/me'), second.delete('/api/me')])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('a picture that somebody else has too stays', async () => {
  const [dee, kit] = [await world().person(), await world().person()]
  const profile = { firstName: 'A', lastName: 'B', displayName: 'C', avatarUrl: await aPortrait() }
  const { avatarUrl } = (await dee.put('/api/me', profile)).body.user
  expect((await kit.put('/api/me', profile)).body.user.avatarUrl).toBe(avatarUrl)
  await dee.delete('/api/me')
  expect((await world().stranger().get(avatarUrl)).status).toBe(200)
  await kit.delete('/api/me')
  expect((await world().stranger().get(avatarUrl)).status).toBe(404)
})
