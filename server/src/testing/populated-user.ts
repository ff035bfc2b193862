// A user with personal data in every table, most of it created through the API and the rest by SQL.

import { expect } from 'vitest'
import sharp from 'sharp'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway } from './builders.ts'
import { createTestDep, askDeps } from './dep-helpers.ts'
import { createTextChart, drawOnChart } from './charts.ts'
import { createTestNote } from './notes.ts'
import { addEntry } from './money.ts'
import { createTestRecording } from './recordings.ts'
import { beginZipUpload } from './zips.ts'
import { createTestUpload } from './files.ts'
import type { TestClient } from './test-client.ts'
import { signInWithGoogle } from './google.ts'
import { invitationTokenIn, readMailsTo, waitForMailTo } from './mail.ts'
import { readTextsTo, signInBySms, waitForTextTo } from './sms.ts'
import { fromNow, testClock } from './test-clock.ts'
import { nextTestPhone, type TestServer } from './test-server.ts'

export const populatedUserNames = {
  firstName: 'Zebedee',
  lastName: 'Quillfeather',
  displayName: 'Zebqf',
  hometown: 'Zennorville',
}
/** The addresses of the user's two mail invitations: to a band that they are in, and to a band that removed them. */
export const populatedUserEmail = 'zebedee.quillfeather@example.com'
export const populatedUserFormerEmail = 'zeb.elsewhere@example.com'
/** Texts that erasure must leave nowhere: names, number, mail address, and texts that the user wrote. */
export const personalTracesOf = (phone: string) => [
  ...Object.values(populatedUserNames),
  populatedUserEmail,
  populatedUserFormerEmail,
  phone,
  phone.slice(3),
  'Zwords',
  '100000000000000000103',
  'c•••@example.com',
]

/** A unique picture. */
export async function createPortraitDataUrl(): Promise<string> {
  const random = Math.floor(Math.random() * 0xffffff)
  const background = { r: random & 255, g: (random >> 8) & 255, b: random >> 16 }
  const png = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Joins the band by a mail invitation, with an idempotency key; returns the membership id. */
async function joinByMail(owner: TestClient, bandId: string, zeb: TestClient, address: string): Promise<string> {
  const card = { email: address, role: 'Zwords', displayName: 'Zebedee' }
  const received = (await readMailsTo(owner, address)).length
  const invited = await owner.post(`/api/bands/${bandId}/members/invite`, card, { 'idempotency-key': address })
  expect(invited.status).toBe(201)
  const token = invitationTokenIn((await waitForMailTo(owner, address, received + 1)).text)
  expect((await zeb.post(`/api/invites/${token}/accept`)).status).toBe(200)
  return invited.body.id as string
}

/** Makes the user a dep who refuses further requests of another band, and lets the user ask a dep for a gig of their own band. */
async function createDepData(
  server: TestServer,
  { owner, zeb, phone, bandId, userId }: Omit<PopulatedUser, 'avatarUrl'> & { userId: string },
): Promise<void> {
  const other = (await createTestBand(owner, { name: 'The Stoats' })).id
  const gig = await createTestGig(owner, other)
  const dep = await createTestDep(owner, other, { name: 'Zebedee', note: 'Zwords', phone })
  const received = (await readTextsTo(owner, phone)).length
  expect((await askDeps(owner, `/api/bands/${other}/events/${gig.id}`, [dep])).status).toBe(201)
  await waitForTextTo(owner, phone, received + 1)
  await server.services.db`
    update dep_asks set answer = 'yes', answered_at = ${testClock.now()} where dep_id = ${dep.id}`
  await server.services.db`update dep_requests set filled_by = ${dep.id} where band_id = ${other}`
  await server.services.db`
    insert into dep_refusals (band_id, phone_mac, refused_at)
    select band_id, phone_mac, ${testClock.now()} from deps where id = ${dep.id}`
  const [mine] = (await zeb.get('/api/me')).body.bands
  const ofZeb = await createTestGig(owner, bandId)
  const now = testClock.now()
  await server.services.db`
    insert into dep_requests (band_id, id, event_id, mode, wait_minutes, instrument, requested_by, requested_at)
    values (${bandId}, gen_random_uuid(), ${ofZeb.id}, 'all', 240, 'drums', ${mine.id}, ${now})`
  await server.services.db`
    insert into outgoing_messages (
      id, way, purpose, band_id, event_id, recipient, caused_by, network_address, is_requested, created_at, outcome, finished_at)
    values (gen_random_uuid(), 'text', 'dep text', ${bandId}, ${ofZeb.id}, '+447700900999', ${userId}, 'zwords::/64', true, ${testClock.now()}::timestamptz,
      'sent', ${testClock.now()}::timestamptz)`
}

export type PopulatedUser = { zeb: TestClient; phone: string; owner: TestClient; bandId: string; avatarUrl: string }

export async function createPopulatedUser(server: TestServer): Promise<PopulatedUser> {
  const { db } = server.services
  const now = testClock.now()
  const owner = await server.createUser({ firstName: 'Olive' })
  const band = await createTestBand(owner)
  const phone = nextTestPhone()
  const zeb = server.newClient()
  const { inviteLink } = (await owner.post(`/api/bands/${band.id}/invites/general`)).body
  await zeb.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
  await signInWithGoogle(zeb, 'cara')
  const { user } = (await signInBySms(zeb, phone, { linkGoogle: true })).body
  const profile = { ...populatedUserNames, instrument: 'drums', avatarUrl: await createPortraitDataUrl() }
  const { avatarUrl } = (await zeb.put('/api/me', profile)).body.user

  const event = await createTestPractice(zeb, band.id, {
    title: 'Zwords practice',
    notes: 'Zwords Zebedee',
    location: 'Zwords',
  })
  await zeb.delete(`/api/bands/${band.id}/events/${event.id}`)
  await createTestPractice(zeb, band.id, { title: 'Zwords again', notes: 'Ask Zebedee' })
  const gig = await createTestPractice(zeb, band.id, { date: '2027-03-07', title: 'Zwords gig' })
  await zeb.patch(`/api/bands/${band.id}/events/${gig.id}`, { notes: 'Zwords with Zebedee' })
  const show = await createTestGig(zeb, band.id, {
    title: 'Zwords show',
    venue: 'Zwords Hall',
    ticketUrl: 'https://tickets.example/zwords',
    priceText: 'Zwords on the door',
  })
  const sheet = `/api/bands/${band.id}/events/${show.id}/gig-sheet`
  expect((await zeb.put(sheet, { contactName: 'Zebedee', gear: 'Zwords' })).status).toBe(200)
  expect((await zeb.post(`${sheet}/share`)).status).toBe(201)
  await createDepData(server, { owner, zeb, phone, bandId: band.id, userId: user.id })
  await zeb.put('/api/me/free-months/2027-06')
  await createTestDaysAway(zeb, band.id, { title: 'Zwords', notes: 'Zwords with Quillfeather' })
  await zeb.post(
    '/api/me/events',
    { type: 'unavailable', date: '2027-05-01', notes: 'Zwords' },
    { 'idempotency-key': 'k' },
  )
  const alone = await createTestBand(zeb, { name: 'Zwords Solo', displayName: 'Zebqf' })
  await createTestPractice(zeb, alone.id, { title: 'Zwords' })
  const left = await createTestBand(owner, { name: 'The Wolves' })
  const again = (await owner.post(`/api/bands/${left.id}/invites/general`)).body.inviteLink
  await zeb.post(`/api/invites/${again.split('/invite/')[1]}/accept`)
  const [, card] = (await owner.get(`/api/bands/${left.id}/members`)).body
  expect((await owner.delete(`/api/bands/${left.id}/members/${card.id}`)).status).toBe(204)
  const [mine] = (await zeb.get('/api/me')).body.bands
  const paranoid = { title: 'Paranoid', artist: 'Black Sabbath', addedByMembershipId: mine.id }
  const song = (await zeb.post(`/api/bands/${band.id}/songs`, paranoid)).body
  await zeb.post(`/api/bands/${band.id}/songs/${song.id}/readiness`, { membershipId: mine.id, status: 'green' })
  await zeb.post(`/api/bands/${band.id}/songs/${song.id}/veto`, { membershipId: mine.id })
  await zeb.put(`/api/bands/${band.id}/events/${gig.id}/answers/${mine.id}`, { answer: 'yes', comment: 'Zwords' })
  await createTestUpload(zeb, band.id, { filename: 'Zwords.pdf' })
  const chart = await createTextChart(zeb, { bandId: band.id, songId: song.id })
  await drawOnChart(zeb, { bandId: band.id, id: chart.id })
  await createNotes(zeb, owner, { bandId: band.id, songId: song.id })
  await addEntry(zeb, band.id, { kind: 'expense', pence: 1250, note: 'Strings' })
  await zeb.put(`/api/bands/${band.id}/events/${show.id}/miles`, { miles: 12 })
  await zeb.put(`/api/bands/${band.id}/events/${show.id}/lifts/${mine.id}`, {
    mode: 'drives',
    seats: 2,
    from: 'Zwords',
  })
  await createTestRecording(zeb, band.id, { filename: 'Take 3.wav' })
  expect((await beginZipUpload(zeb, { filename: 'Zwords.zip' })).status).toBe(201)
  await db`insert into band_imports (user_id, id, upload_id, state, message, created_at)
    values (${user.id}, gen_random_uuid(), gen_random_uuid(), 'failed', 'Zwords', ${now})`
  await zeb.patch(`/api/bands/${band.id}/members/${mine.id}`, { displayName: 'Zebqf', role: 'Zwords' })

  // Rows that other users create about this user, and rows that the API creates only over time.
  const byMail = await createTestBand(owner, { name: 'The Moles' })
  await joinByMail(owner, byMail.id, zeb, populatedUserEmail)
  const leftAgain = await createTestBand(owner, { name: 'The Voles' })
  const formerCard = await joinByMail(owner, leftAgain.id, zeb, populatedUserFormerEmail)
  expect((await owner.delete(`/api/bands/${leftAgain.id}/members/${formerCard}`)).status).toBe(204)
  const elsewhere = await createTestBand(owner, { name: 'The Shrews' })
  const text = await owner.post(
    `/api/bands/${elsewhere.id}/invites/phone`,
    { phone, name: 'Zebqf Zwords' },
    { 'idempotency-key': 'by text' },
  )
  expect(text.status).toBe(201)
  await db`
    insert into outgoing_messages (id, way, purpose, recipient, caused_by, network_address, is_requested, created_at)
    values (gen_random_uuid(), 'mail', 'invitation', 'kit@example.org', ${user.id}, 'zwords::/64', true, ${now}),
      (gen_random_uuid(), 'mail', 'email code', ${populatedUserEmail}, ${user.id}, null, true, ${now})`
  await db`insert into spotify_connections (id, user_id, handle_hash, key_id, sealed_tokens, created_at, expires_at)
    values (gen_random_uuid(), ${user.id}, sha256('h'), 'k', 'sealed', ${now}, ${fromNow({ days: 1 })})`
  const connected = await zeb.post('/api/me/calendars', { url: server.exampleCalendarUrl, name: 'Zwords' })
  expect(connected.status).toBe(201)
  await db`insert into oauth_states (secret_hash, provider, user_id, expires_at)
    values (sha256('s'), 'spotify', ${user.id}, ${fromNow({ hours: 1 })})`
  await db`insert into notice_emails (user_id, email, verified_at) values (${user.id}, ${populatedUserEmail}, ${testClock.now()})`
  await db`insert into notice_email_codes (id, user_id, email, requested_at, expires_at)
    values (gen_random_uuid(), ${user.id}, ${populatedUserEmail}, ${now}, ${fromNow({ minutes: 10 })})`
  // Notices of the user and, with their name, of the owner.
  for (const [recipient, named] of [
    [user.id, null],
    [owner.user.id, user.id],
  ]) {
    await db`
      with noticed as (
        insert into notices (user_id, id, band_id, event_id, cause_id, kind, title, body, url, created_at, named_user_id)
        select ${recipient}::uuid, gen_random_uuid(), ${band.id}::uuid, event.id, gen_random_uuid(), event.kind, event.title,
          'Zebqf moved it', '/', ${now}, ${named}::uuid
        from (values (null::uuid, 'member.joined', 'Zebqf is in'), (null, 'event.changed', 'Practice'),
          (${gig.id}::uuid, 'event.changed', 'Zwords gig moved')) as event (id, kind, title)
        returning id)
      insert into outgoing_messages (id, way, purpose, recipient_id, notice_id, is_requested, created_at, due_at)
      select gen_random_uuid(), 'push', 'notice', ${recipient}::uuid, id, false, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz from noticed`
  }
  await zeb.put('/api/me/notice-settings', { reminders: { eveningBefore: false, gigMorning: false } })
  await db`insert into push_subscriptions (user_id, id, session_id, endpoint, p256dh, auth, created_at)
    select user_id, gen_random_uuid(), id, 'https://push.example.org/zwords', 'key', 'secret', ${now}
    from sessions where user_id = ${user.id}`
  await db`insert into phone_failures (phone, failures, updated_at) values (${phone}, 3, ${now})`
  await db`insert into pending_identities (secret_hash, issuer, subject, masked_email, expires_at)
    select sha256('w'), issuer, subject, masked_email, ${fromNow({ hours: 1 })} from identities where user_id = ${user.id}`
  return { zeb, phone, owner, bandId: band.id, avatarUrl }
}

/** A note with a poll and a vote, a note that was read, and a report. */
async function createNotes(
  zeb: TestClient,
  owner: TestClient,
  { bandId, songId }: { bandId: string; songId: string },
): Promise<void> {
  const about = { kind: 'song' as const, id: songId }
  const note = await createTestNote(owner, bandId, about, { poll: { choices: ['Fast', 'Slow'] } })
  const choiceIds = note.poll?.choices.slice(0, 1).map(({ id }) => id)
  const to = (path: string) => `/api/bands/${bandId}/${path}`
  expect((await zeb.put(to(`notes/${note.id}/votes`), { choiceIds })).status).toBe(200)
  expect((await zeb.post(to('note-threads/read'), { about, upTo: note.id })).status).toBe(204)
  expect((await zeb.post(to('reports'), { kind: 'note', id: note.id, reason: 'Zwords' })).status).toBe(202)
  await createTestNote(zeb, bandId, about, { text: 'Slow, then fast' })
}
