import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { Song } from '@gaffer/domain/songs/song'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { applyChangesToReply } from '#lib/shown-changes.ts'
import type { OutboxChange } from '#offline/outbox-store.ts'
import './change-appliers.ts'

const [bandId, eventId, membershipId, songId] = ['b1', 'e1', 'm1', 's1']
const ownMembershipIds = new Map([[bandId, membershipId]])
const event = anEvent({
  id: eventId,
  bandId,
  notes: 'Old',
  answerCounts: { yes: 0, maybe: 0, no: 0, away: 0, none: 2 },
})
const other = anEvent({ bandId })
const answers = [membershipId, 'm2'].map((id) => ({ membershipId: id, answer: null }) as MemberAnswer)
const song = { id: songId, key: null, note: 'Old', readiness: [], vetos: [] } as unknown as Song

const change = (endpoint: string, fields: Partial<OutboxChange>): OutboxChange => ({
  id: 1,
  userId: 'u1',
  endpoint,
  params: { bandId, eventId },
  body: null,
  version: null,
  idempotencyKey: 'k',
  subjectId: eventId,
  words: '',
  before: null,
  madeAt: 0,
  problem: null,
  ...fields,
})
const answerChangeFor = (id: string, answer: string) =>
  change('PUT /api/bands/:bandId/events/:eventId/answers/:membershipId', {
    params: { bandId, eventId, membershipId: id },
    body: { answer, comment: null },
  })
const eventEdit = change('PATCH /api/bands/:bandId/events/:eventId', { body: { notes: 'New', cancelEventIds: [] } })

const eventAddress = { params: { bandId, eventId } }
const bandAddress = { params: { bandId } }
const readOf = <N extends string>(name: N, address: object) => ({ name, address }) as never
const apply = (name: string, address: object, reply: unknown, ...changes: OutboxChange[]) =>
  applyChangesToReply(readOf(name, address), reply, changes, ownMembershipIds)

it('a waiting answer of the user is shown in the answers, on the event and in the calendars; an answer for another member is shown in the answers only', () => {
  const changes = [answerChangeFor(membershipId, 'yes'), answerChangeFor('m2', 'no')]
  expect(apply('GET /api/bands/:bandId/events/:eventId/answers', eventAddress, answers, ...changes)).toMatchObject([
    { answer: 'yes', setBy: null },
    { answer: 'no', setBy: membershipId },
  ])
  const shown = { myAnswer: 'yes', answerCounts: { yes: 1, none: 1 } }
  expect(apply('GET /api/bands/:bandId/events/:eventId', eventAddress, event, ...changes)).toMatchObject(shown)
  expect(apply('GET /api/me/events', {}, [other, event], ...changes)).toMatchObject([other, shown])
  const calendar = { bandEvents: [event], userEvents: [], otherBandEvents: [], busy: [] }
  expect(apply('GET /api/bands/:bandId/calendar', bandAddress, calendar, ...changes)).toMatchObject({
    bandEvents: [shown],
  })
})

it('waiting answers to the dates of an enquiry are shown on the page that lists all dates, on the event of a date and in the answers of that event', () => {
  const options = [event, { ...other, id: 'e2' }]
  const group = { events: options, answers: options.map(({ id }) => ({ eventId: id, answers })) }
  const given = options.map(({ id }) => ({ eventId: id, answer: 'yes' }))
  const name = 'PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId'
  const both = change(name, { params: { bandId, optionGroupId: 'g1', membershipId }, body: { answers: given } })
  const read = 'GET /api/bands/:bandId/option-groups/:optionGroupId'
  expect(apply(read, { params: { bandId, optionGroupId: 'g1' } }, group, both)).toMatchObject({
    events: [{ myAnswer: 'yes' }, { myAnswer: 'yes' }],
    answers: [{ answers: [{ answer: 'yes' }, { answer: null }] }, { answers: [{ answer: 'yes' }, { answer: null }] }],
  })
  const unrelated = { events: [other], answers: [] }
  expect(apply(read, { params: { bandId, optionGroupId: 'g2' } }, unrelated, both)).toBe(unrelated)
  expect(apply('GET /api/bands/:bandId/events/:eventId', eventAddress, event, both)).toMatchObject({ myAnswer: 'yes' })
  expect(apply('GET /api/bands/:bandId/events/:eventId/answers', eventAddress, answers, both)).toMatchObject([
    { answer: 'yes' },
    { answer: null },
  ])
})

it('a waiting edit of an event is shown on the event and in the list of the band’s events, and keeps the stored version', () => {
  const shown = { ...event, notes: 'New' }
  expect(apply('GET /api/bands/:bandId/events/:eventId', eventAddress, event, eventEdit)).toEqual(shown)
  expect(apply('GET /api/bands/:bandId/events', bandAddress, [other, event], eventEdit)).toEqual([other, shown])
})

it('waiting changes of readiness and song details are shown on the song, and not on a song of another band', () => {
  const params = { bandId, songId }
  const readinessChange = change('POST /api/bands/:bandId/songs/:songId/readiness', {
    params,
    body: { membershipId, status: 'green' },
  })
  const songEdit = change('PATCH /api/bands/:bandId/songs/:songId', { params, body: { key: 'Am' } })
  expect(apply('GET /api/bands/:bandId/songs', bandAddress, [song], readinessChange, songEdit)).toEqual([
    { ...song, readiness: [{ membershipId, status: 'green' }], key: 'Am' },
  ])
  expect(
    apply('GET /api/bands/:bandId/songs', { params: { bandId: 'b2' } }, [song], readinessChange, songEdit),
  ).toEqual([song])
})

it('waiting changes that mark songs as practised are shown on the practice, also a waiting list of songs from release 2', () => {
  const tick = '/api/bands/:bandId/events/:eventId/practised/:songId'
  const practised = 'GET /api/bands/:bandId/events/:eventId/practised'
  const songAddress = (id: string) => ({ params: { ...eventAddress.params, songId: id } })
  const ticks = [change(`PUT ${tick}`, songAddress(songId)), change(`DELETE ${tick}`, songAddress('s9'))]
  expect(apply(practised, eventAddress, { songIds: ['s8', 's9'] }, ...ticks)).toEqual({ songIds: ['s8', songId] })
  const changeOfRelease2 = change('PUT /api/bands/:bandId/events/:eventId/practised', { body: { songIds: [songId] } })
  expect(apply(practised, eventAddress, { songIds: [] }, changeOfRelease2)).toEqual({ songIds: [songId] })
})

it('waiting additions, moves and removals of marks are shown on their recording, with the marks in the order of their times', () => {
  const recording = { id: 'r1', marks: [{ id: 'k1', songId, atSeconds: 60 }] }
  const marks = '/api/bands/:bandId/recordings/:recordingId/marks'
  const params = { bandId, recordingId: 'r1' }
  const added = change(`POST ${marks}`, { params, body: { id: 'k2', songId, atSeconds: 30 } })
  const moved = change(`PATCH ${marks}/:markId`, { params: { ...params, markId: 'k1' }, body: { atSeconds: 20 } })
  const removed = change(`DELETE ${marks}/:markId`, { params: { ...params, markId: 'k2' } })
  const read = 'GET /api/bands/:bandId/recordings'
  const shownMarks = (...changes: OutboxChange[]) => {
    const [shown, other] = apply(read, bandAddress, [recording, { id: 'r2', marks: [] }], ...changes) as {
      marks: { id: string; atSeconds: number }[]
    }[]
    expect(other?.marks).toEqual([])
    return shown?.marks.map(({ id, atSeconds }) => [id, atSeconds])
  }
  expect(shownMarks(added)).toEqual([
    ['k2', 30],
    ['k1', 60],
  ])
  expect(shownMarks(added, moved)).toEqual([
    ['k1', 20],
    ['k2', 30],
  ])
  expect(shownMarks(added, moved, removed)).toEqual([['k1', 20]])
})

it('a waiting text of a chart is shown as its next version, and waiting markup changes only the sharing, the chart version and the pages of the layer', () => {
  const chart = { id: 'c1', name: 'Words', part: null, text: 'La', bytes: 2, version: 3 }
  const params = { bandId, chartId: 'c1' }
  const edit = change('PATCH /api/bands/:bandId/charts/:chartId', { params, body: { text: 'La la', part: ' ' } })
  const charts = apply('GET /api/bands/:bandId/songs/:songId/charts', { params: { bandId, songId } }, [chart], edit)
  expect(charts).toEqual([{ ...chart, text: 'La la', bytes: 5, version: 4 }])
  const layer = { membershipId, displayName: 'Ros', isShared: true, chartVersion: 1, pages: [], version: 2 }
  const body = { isShared: false, chartVersion: 3, pages: [{ page: 1, strokes: [] }] }
  const drawn = change('PUT /api/bands/:bandId/charts/:chartId/markup', { params, body })
  const layers = apply('GET /api/bands/:bandId/charts/:chartId/markup', { params }, [layer], drawn)
  expect(layers).toEqual([{ ...layer, ...body }])
})

it('a waiting edit of a gig sheet is shown on the sheet of its event', () => {
  const saved = change('PUT /api/bands/:bandId/events/:eventId/gig-sheet', { body: { ...emptyGigSheet, gear: 'PA' } })
  const read = 'GET /api/bands/:bandId/events/:eventId/gig-sheet'
  expect(apply(read, eventAddress, emptyGigSheet, saved)).toEqual({ ...emptyGigSheet, gear: 'PA' })
  const other = { params: { bandId, eventId: 'e2' } }
  expect(apply(read, other, emptyGigSheet, saved)).toBe(emptyGigSheet)
})

it('a refused change is not shown, and a change with an edit conflict is shown', () => {
  const name = 'GET /api/bands/:bandId/events/:eventId'
  const refused: OutboxChange = { ...eventEdit, problem: { kind: 'refused', text: '' } }
  expect(apply(name, eventAddress, event, refused)).toBe(event)
  const conflicting: OutboxChange = { ...eventEdit, problem: { kind: 'conflict' } }
  expect(apply(name, eventAddress, event, conflicting)).toMatchObject({ notes: 'New' })
})
