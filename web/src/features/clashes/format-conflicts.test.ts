import type { BandEvent } from '@gaffer/domain/events/event'
import { expect, it } from 'vitest'
import { formatScheduleConflictLines } from './format-conflicts.ts'
import { aDaysAwayEvent, anEvent, noConflicts } from '#testing/event-fixture.ts'

const day = '2027-03-12'
const dee = '0190a000-0000-7000-8000-0000000000d1'
const kit = '0190a000-0000-7000-8000-0000000000d2'
const members = [
  { id: dee, role: 'Drums' },
  { id: kit, role: 'Member' },
]

it('formatScheduleConflictLines has no lines without conflicts', () =>
  expect(formatScheduleConflictLines(day, noConflicts, members)).toEqual([]))

it('the conflict lines name each absent member once, with the role if it is an instrument', () => {
  const away = { ...aDaysAwayEvent('Dee', '2027-03-12'), membershipId: dee }
  const also = { ...aDaysAwayEvent('Kit', '2027-03-12'), membershipId: kit }
  expect(
    formatScheduleConflictLines(day, { ...noConflicts, unavailabilityConflicts: [away, { ...away }, also] }, members),
  ).toEqual([{ kind: 'away', label: 'Away', text: 'Dee (drums) · Kit' }])
})

it('the conflict lines name the band’s other events with their times, and a member who is busy in another band without that band’s name', () => {
  const gig = anEvent({ type: 'gig', startTime: '20:00' })
  const party = anEvent({ type: 'other', title: 'Party' })
  const times = { date: '2027-03-12', endDate: null, startTime: '20:00', endTime: null }
  const busy = { membershipId: kit, displayName: 'Kit', ...times }
  expect(
    formatScheduleConflictLines(
      day,
      { ...noConflicts, bandEventConflicts: [gig, party], busyElsewhere: [busy] },
      members,
    ),
  ).toEqual([
    { kind: 'also-on', label: 'Also on', text: 'Gig, 8:00 PM · Party, all day' },
    { kind: 'busy', label: 'Busy elsewhere', text: 'Kit' },
  ])
})

it('the conflict lines name four of more than five events, and count the rest', () => {
  const parties = Array.from({ length: 9 }, (_, at) => anEvent({ type: 'other', title: `Party ${at + 1}` }))
  const eventTextsOf = (bandEventConflicts: BandEvent[]) =>
    formatScheduleConflictLines(day, { ...noConflicts, bandEventConflicts }, members)[0]?.text.split(' · ')
  expect(eventTextsOf(parties)).toEqual([...[1, 2, 3, 4].map((at) => `Party ${at}, all day`), 'and 5 more'])
  expect(eventTextsOf(parties.slice(0, 5))).toHaveLength(5)
})

it('the conflict lines name an event that began the evening before with its date', () => {
  const night = anEvent({ type: 'gig', date: '2027-03-11', startTime: '21:00', endTime: '01:00' })
  const [line] = formatScheduleConflictLines(day, { ...noConflicts, bandEventConflicts: [night] }, members)
  expect(line?.text).toBe('Gig, 11/03/2027 9:00 PM')
})

it('events that days away affect are named with their dates, and an event of another band also with the name of that band', () => {
  const own = anEvent({ type: 'gig', date: '2027-03-12' })
  const other = { ...own, title: 'Ball', bandName: 'Harbour Lights' }
  expect(formatScheduleConflictLines(day, { ...noConflicts, affectedBandEvents: [own, other] }, [])).toEqual([
    { kind: 'affected', label: 'In the way', text: 'Gig on 12/03/2027 · Ball with Harbour Lights on 12/03/2027' },
  ])
})

it('a pencilled event is marked "(pencilled)" among the band’s other events and among the events that days away affect', () => {
  const gig = anEvent({ type: 'gig', startTime: '20:00', status: 'tentative' })
  const texts = formatScheduleConflictLines(
    day,
    { ...noConflicts, bandEventConflicts: [gig], affectedBandEvents: [gig] },
    members,
  )
  expect(texts.map(({ text }) => text)).toEqual(['Gig (pencilled), 8:00 PM', 'Gig (pencilled) on 12/03/2027'])
})
