// A band in which every text is a canary, and Kit, who plays in it and in the band of an access fixture.

import { expect } from 'vitest'
import { startFakeCalendars } from '@gaffer/fakes/calendars'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import type { AccessFixture } from './access-roles.ts'
import {
  createTestBand,
  createTestGig,
  createTestOptions,
  createTestPractice,
  createTestSong,
  createTestDaysAway,
  joinBand,
} from './builders.ts'
import { buildCalendarFile, buildVevent } from './calendar-file.ts'
import { createTestDep, askDeps } from './dep-helpers.ts'
import { createTestNote } from './notes.ts'
import { createFileChart, createTextChart, drawOnChart } from './charts.ts'
import { createReceipt } from './money.ts'
import { createTestUpload } from './files.ts'
import { createTestEnquiry } from './public-page.ts'
import { subscribePushDevice } from './notices.ts'
import { createTestRecording } from './recordings.ts'
import type { TestResponse, TestClient } from './test-client.ts'
import { testClock } from './test-clock.ts'

/** The days on which the other band plays, Kit is away, and Kit's own calendar is busy. */
export const canaryDays = { plays: '2027-03-05', away: '2027-03-10', busy: '2027-03-17' } as const

export type CanaryBand = {
  kit: TestClient
  /** A member of the other band only. */
  zed: TestClient
  /** Kit's membership in the band of the fixture. */
  kitCard: Membership
  bandId: string
  name: string
  membership: Membership
  gig: CalendarEntry
  /** Ids in the other band, by the name of the path parameter. */
  ids: Record<string, string>
  /** The texts, phone numbers and ids of the other band that the text contains. */
  findSecrets(text: string): string[]
}

async function requireSuccess(request: Promise<TestResponse>): Promise<TestResponse> {
  const response = await request
  expect([response.status < 300, response.text]).toEqual([true, expect.any(String)])
  return response
}

export async function createCanaryBand({ server, callers, band }: AccessFixture): Promise<CanaryBand> {
  const kit = await server.createUser({ firstName: 'Kit' })
  const zed = await server.createUser({ firstName: 'Canary', lastName: 'Canary', displayName: 'Canary Zed' })
  const kitCard = await joinBand(callers.owner, band.id, kit)
  const name = 'The Canary Birds'
  const { membership, ...other } = await createTestBand(kit, {
    name,
    description: 'Canary description',
    displayName: 'Canary Kit',
    role: 'Canary role',
  })
  const bandPath = `/api/bands/${other.id}`
  await joinBand(kit, other.id, zed)
  await requireSuccess(
    kit.post(`${bandPath}/members/invite`, { email: 'canary@example.org', role: 'Canary', displayName: 'Canary' }),
  )

  const song = await createTestSong(kit, other.id, {
    title: 'Canary song',
    artist: 'Canary artist',
    album: 'Canary album',
  })
  await requireSuccess(kit.patch(`${bandPath}/songs/${song.id}`, { key: 'Canary key', note: 'Canary note of a song' }))
  const items = [{ songId: song.id, note: 'Canary note of an item' }, { label: 'Canary label' }]
  const setlist = (await requireSuccess(kit.post(`${bandPath}/setlists`, { name: 'Canary set', items }))).body
  const gig = await createTestGig(kit, other.id, {
    date: canaryDays.plays,
    title: 'Canary gig',
    venue: 'Canary venue',
    notes: 'Canary notes',
    setlistId: setlist.id,
  })
  await createTestPractice(zed, other.id, {
    date: canaryDays.plays,
    title: 'Canary practice',
    location: 'Canary place',
    notes: 'Canary',
  })
  const event = `${bandPath}/events/${gig.id}`
  await requireSuccess(kit.patch(event, { notes: 'Canary notes again' }))
  const answer = { answer: 'yes', comment: 'Canary comment' }
  await requireSuccess(kit.put(`${event}/answers/${membership.id}`, answer))
  const sheet = {
    address: 'Canary Road',
    times: [{ time: '17:00', label: 'Canary check' }],
    contactName: 'Canary contact',
    contactPhone: '0113 496 0777',
    contactEmail: 'canary.venue@example.org',
    gettingThere: 'Canary way',
    gear: 'Canary gear',
    hospitality: 'Canary tea',
    feeNote: 'Canary fee',
  }
  await requireSuccess(kit.put(`${event}/gig-sheet`, sheet))
  await requireSuccess(kit.post(`${event}/gig-sheet/share`, { withFee: true, withContact: true }))
  await requireSuccess(kit.patch(`${bandPath}/songs/${song.id}`, { writers: 'Canary writer', isOwn: true }))
  const lift = { mode: 'drives', seats: 2, from: 'Canary corner', leavesAt: '16:10' }
  await requireSuccess(kit.put(`${event}/lifts/${membership.id}`, lift))
  const past = await createTestGig(kit, other.id, { date: '2026-09-04', title: 'Canary past', venue: 'Canary barn' })
  await requireSuccess(
    kit.put(`${bandPath}/events/${past.id}/played`, { items: [{ songId: song.id }, { title: 'Canary jam' }] }),
  )
  const dep = await createTestDep(kit, other.id, { name: 'Canary dep', instrument: 'Canary drums', note: 'Canary' })
  const request = (await requireSuccess(askDeps(kit, event, [dep], { instrument: 'Canary drums' }))).body
  const repeat = { every: 'week', until: '2027-04-09' }
  const repeated = { type: 'practice', title: 'Canary series', date: '2027-03-26', location: 'Canary unit' }
  const series = (await requireSuccess(kit.post(`${bandPath}/event-series`, { event: repeated, repeat }))).body
  const launch = { title: 'Canary launch', venue: 'Canary hall', notes: 'Canary' }
  const options = await createTestOptions(kit, other.id, ['2027-05-07', '2027-05-14'], launch)
  await createTestDaysAway(kit, other.id, {
    date: canaryDays.away,
    endDate: null,
    title: 'Canary reason',
    notes: 'Canary holiday',
  })
  await requireSuccess(kit.put('/api/me/free-months/2027-03'))

  const { db } = server.services
  await db`insert into notice_emails (user_id, email, verified_at) values
    (${kit.user.id}, 'kit.canary@example.org', ${testClock.now()}),
    (${zed.user.id}, 'zed.canary@example.org', ${testClock.now()})`
  const calendars = await startFakeCalendars({ port: 0 })
  const text = buildCalendarFile(buildVevent(canaryDays.busy, '19:00', '21:00', 'DESCRIPTION:Canary dentist'))
  await requireSuccess(
    kit.post('/api/me/calendars', { url: calendars.put('/canary.ics', text), name: 'Canary calendar' }),
  )
  await calendars.close()
  await subscribePushDevice(kit)

  const upload = await createTestUpload(kit, other.id, { filename: 'Canary file.pdf' })
  const chart = await createFileChart(kit, { bandId: other.id, songId: song.id }, { filename: 'Canary chart.pdf' })
  await drawOnChart(kit, { bandId: other.id, id: chart.id }, { isShared: true })
  await createTextChart(
    kit,
    { bandId: other.id, songId: song.id },
    { text: 'Canary words', name: 'Canary', part: 'Canary' },
  )
  const deletedChart = await createFileChart(kit, { bandId: other.id, songId: song.id }, { filename: 'Canary old.pdf' })
  await requireSuccess(kit.delete(`/api/bands/${other.id}/charts/${deletedChart.id}`))
  const recording = await createTestRecording(kit, other.id, {
    filename: 'Canary take.wav',
    name: 'Canary take',
    marks: [{ songId: song.id, atSeconds: 1 }],
  })
  const about = { kind: 'event' as const, id: gig.id }
  const note = await createTestNote(kit, other.id, about, { text: 'Canary note', poll: { choices: ['Canary', 'No'] } })
  await requireSuccess(kit.post(`${bandPath}/reports`, { kind: 'note', id: note.id, reason: 'Canary report' }))
  await requireSuccess(kit.put(`${event}/gig-sheet`, { ...sheet, feePence: 12_345 }))
  await requireSuccess(kit.post(`${event}/settlement/settle`))
  await requireSuccess(kit.put(`${event}/miles`, { miles: 49 }))
  const expense = await createReceipt(kit, other.id, { note: 'Canary strings' })
  const ids = {
    entryId: expense.id,
    bandId: other.id,
    eventId: gig.id,
    songId: song.id,
    uploadId: upload.id,
    chartId: chart.id,
    fileId: deletedChart.id,
    recordingId: recording.id,
    markId: String(recording.marks[0]?.id),
    noteId: note.id,
    setlistId: setlist.id,
    enquiryId: await createTestEnquiry(server, other.id, { name: 'Canary bride', text: 'Canary text' }),
    depId: dep.id,
    requestId: request.id,
    seriesId: series.seriesId,
    optionGroupId: options.optionGroupId,
    memberId: membership.id,
    membershipId: membership.id,
    inviteId: (await kit.get(`${bandPath}/invites`)).body[0].id,
  }
  const phones = [kit.user.phone, zed.user.phone, dep.phone].map((phone) => phone.slice(3))
  const secrets = [...phones, ...Object.values(ids), zed.user.id]
  const findSecrets = (text: string) => [
    ...(text.match(/canary|SECRET-|496 ?0777/gi) ?? []),
    ...secrets.filter((secret) => text.includes(secret)),
  ]
  return { kit, zed, kitCard, bandId: other.id, name, membership, gig, ids, findSecrets }
}
