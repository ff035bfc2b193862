import { describe, expect, test } from 'vitest'
import type { EventSnapshot } from '@gaffer/domain/events/event-change'
import { formatDepartureNotice, formatNotice, type NoticeContent } from './format-notice.ts'
import { limits } from '@gaffer/domain/shared/limits'
import { practiceSnapshot } from '@gaffer/domain/events/event-snapshot-fixture'

const gig: EventSnapshot = {
  ...practiceSnapshot,
  type: 'public_gig',
  date: '2026-11-28',
  startTime: '20:00',
  location: null,
  venue: 'The Lexington',
}
const noticeOf = (content: NoticeContent) => formatNotice(content, null)

test('the title of a moved practice has its new time and the band, and the body has both times', () => {
  const event = { ...practiceSnapshot, date: '2026-11-27', startTime: '20:00' }
  expect(
    formatNotice({ kind: 'event.changed', before: practiceSnapshot, event, by: 'Ros' }, 'The Night Buses'),
  ).toEqual({
    title: 'Practice moved: Fri 27 Nov, 8 PM · The Night Buses',
    body: 'Ros moved it from Thu 7 PM to Fri 8 PM. Place: Room 3.',
  })
})

describe('several dates of a series', () => {
  const dates = { count: 12, last: '2027-02-12' }

  test('several dates of a series that were added are one notice with their number and the last date', () => {
    expect(noticeOf({ kind: 'event.added', event: practiceSnapshot, dates, by: 'Ros' })).toEqual({
      title: '12 practices added: from Thu 26 Nov, 7 PM',
      body: 'Ros added them. The last one is on Fri 12 Feb. Place: Room 3.',
    })
  })

  test.each([
    [{ ...practiceSnapshot, title: 'Choir' }, '12 dates of Choir'],
    [{ ...practiceSnapshot, type: 'other' as const }, '12 dates'],
    [{ ...practiceSnapshot, type: 'meeting' as const }, '12 meetings'],
  ])('the notice of a cancelled series calls its dates "$1"', (event, name) => {
    expect(noticeOf({ kind: 'event.cancelled', event, dates, by: null })).toEqual({
      title: `${name} cancelled: from Thu 26 Nov, 7 PM`,
      body: 'The band cancelled them. The last one is on Fri 12 Feb.',
    })
  })

  test('several dates of a series that were moved are described by the change of the first', () => {
    const event = { ...practiceSnapshot, startTime: '20:00' }
    expect(noticeOf({ kind: 'event.changed', before: practiceSnapshot, event, dates, by: 'Ros' })).toEqual({
      title: '12 practices moved: from Thu 26 Nov, 8 PM',
      body: 'Ros moved them from 7 PM to 8 PM. Place: Room 3. The last one is on Fri 12 Feb.',
    })
  })

  test('several dates of a series that need an answer are one question about the first one', () => {
    const ask = {
      kind: 'answer.asked',
      event: practiceSnapshot,
      dates,
      by: 'Ros',
      replyBy: null,
      previousAnswer: null,
    } as const
    expect(noticeOf(ask)).toEqual({
      title: 'Can you come? Practice, Thu 26 Nov, 7 PM',
      body: 'Ros is asking. It is the first of 12 dates until Fri 12 Feb. Place: Room 3.',
    })
  })
})

describe('several options of an enquiry', () => {
  const pencilled = { ...gig, status: 'tentative' as const, title: 'Launch' }
  const options = ['2026-11-28', '2026-12-05', '2026-12-12'].map((date) => ({ ...pencilled, date }))
  const shared = { event: pencilled, options, by: 'Ros' }

  test('several options of an enquiry are one question that names all dates with their common time', () => {
    expect(noticeOf({ ...shared, kind: 'answer.asked', replyBy: '2026-11-21', previousAnswer: null })).toEqual({
      title: 'Can you play? Launch, Sat 28 Nov, Sat 5 Dec or Sat 12 Dec, 8 PM',
      body: 'Ros is asking about 3 dates. Please answer by Sat 21 Nov. Place: The Lexington.',
    })
  })

  test('several options of an enquiry are one reminder to answer, and one notice of withdrawn answers', () => {
    expect(noticeOf({ ...shared, kind: 'answer.nudge', replyBy: null })).toEqual({
      title: 'Still to answer: Launch, Sat 28 Nov, Sat 5 Dec or Sat 12 Dec, 8 PM',
      body: 'Ros is waiting for your answer. Place: The Lexington.',
    })
    const withdrawn = { kind: 'answer.withdrawn', memberName: 'Kit', comment: null } as const
    expect(noticeOf({ ...withdrawn, event: pencilled, options: options.slice(0, 2) }).title).toBe(
      'Kit can’t make it: Launch, Sat 28 Nov and Sat 5 Dec, 8 PM',
    )
  })

  test('several added options of an enquiry are one notice', () => {
    expect(noticeOf({ ...shared, kind: 'event.added' })).toEqual({
      title: 'Launch pencilled: Sat 28 Nov, Sat 5 Dec or Sat 12 Dec, 8 PM',
      body: 'Ros pencilled 3 dates. Place: The Lexington.',
    })
  })

  test('the title of a notice of several options has no time if they have none, and each one’s own time if they differ', () => {
    const titleOf = (change: (index: number) => Partial<EventSnapshot>) =>
      noticeOf({ ...shared, kind: 'event.added', options: options.map((one, index) => ({ ...one, ...change(index) })) })
        .title
    expect(titleOf(() => ({ startTime: null, endTime: null }))).toBe(
      'Launch pencilled: Sat 28 Nov, Sat 5 Dec or Sat 12 Dec',
    )
    expect(titleOf((index) => (index === 1 ? { startTime: '19:00' } : {}))).toBe(
      'Launch pencilled: Sat 28 Nov, 8 PM, Sat 5 Dec, 7 PM or Sat 12 Dec, 8 PM',
    )
  })
})

test.each<[Partial<EventSnapshot>, string]>([
  [{ startTime: '19:30' }, 'Ros moved it from 7 PM to 7:30 PM.'],
  [{ date: '2026-12-03' }, 'Ros moved it from Thu 26 Nov, 7 PM to Thu 3 Dec, 7 PM.'],
  [{ date: '2026-12-02' }, 'Ros moved it from Thu 7 PM to Wed 7 PM.'],
  [{ startTime: null, endTime: null, isAllDay: true }, 'Ros moved it from 7 PM to all day. No end time any more.'],
])('a practice on Thursday with the change %j is described by "%s"', (change, body) => {
  const event = { ...practiceSnapshot, ...change }
  expect(noticeOf({ kind: 'event.changed', before: practiceSnapshot, event, by: 'Ros' }).body).toBe(
    `${body} Place: Room 3.`,
  )
})

test.each<[Partial<EventSnapshot>, string]>([
  [{ location: 'Room 4' }, 'Ros changed it. New place: Room 4.'],
  [{ endTime: '23:00' }, 'Ros changed it. Now until 11 PM.'],
  [{ endDate: '2026-11-27', endTime: '12:00' }, 'Ros changed it. Now until Fri 27 Nov, 12 PM.'],
  [{ title: 'Last one', notes: 'Bring leads' }, 'Ros changed it. Now called Last one. The notes changed.'],
  [{ status: 'tentative' }, 'Ros changed it. Only pencilled now.'],
  [{ type: 'meeting' }, 'Ros changed it. Now a meeting.'],
  [{ type: 'other' }, 'Ros changed it. Now another kind of event.'],
])('the change %j that moves nothing is described by "%s"', (change, body) => {
  const notice = noticeOf({
    kind: 'event.changed',
    before: practiceSnapshot,
    event: { ...practiceSnapshot, ...change },
    by: 'Ros',
  })
  expect(notice.title).toContain('changed: ')
  expect(notice.body).toBe(body)
})

const noticeTexts: [NoticeContent, string, string][] = [
  [
    { kind: 'event.added', event: gig, by: 'Ros' },
    'Public Gig added: Sat 28 Nov, 8 PM',
    'Ros added it. Place: The Lexington.',
  ],
  [
    { kind: 'event.added', event: { ...gig, status: 'tentative', title: 'Xmas do' }, by: 'Ros' },
    'Xmas do pencilled: Sat 28 Nov, 8 PM',
    'Ros pencilled it. Place: The Lexington.',
  ],
  [
    {
      kind: 'event.confirmed',
      before: { ...gig, status: 'tentative' },
      event: { ...gig, endDate: '2026-11-29' },
      by: 'Ros',
    },
    'Public Gig confirmed: Sat 28 Nov – Sun 29 Nov',
    'Ros confirmed it. Place: The Lexington.',
  ],
  [
    { kind: 'event.cancelled', event: gig, by: null },
    'Public Gig cancelled: Sat 28 Nov, 8 PM',
    'The band cancelled it.',
  ],
  [
    { kind: 'event.restored', before: { ...gig, status: 'cancelled' }, event: gig, by: 'Ros' },
    'Public Gig is back on: Sat 28 Nov, 8 PM',
    'Ros put it back. Place: The Lexington.',
  ],
  [
    { kind: 'event.confirmed', before: { ...gig, status: 'tentative', date: '2026-11-27' }, event: gig, by: 'Ros' },
    'Public Gig confirmed: Sat 28 Nov, 8 PM',
    'Ros confirmed it. Moved from Fri 8 PM to Sat 8 PM. Place: The Lexington.',
  ],
  [
    { kind: 'answer.asked', event: gig, by: 'Ros', replyBy: '2026-11-21', previousAnswer: null },
    'Can you play? Public Gig, Sat 28 Nov, 8 PM',
    'Ros is asking. Please answer by Sat 21 Nov. Place: The Lexington.',
  ],
  [
    { kind: 'answer.asked', event: practiceSnapshot, by: null, replyBy: null, previousAnswer: null },
    'Can you come? Practice, Thu 26 Nov, 7 PM',
    'Place: Room 3.',
  ],
  [
    { kind: 'answer.asked', event: gig, by: 'Ros', replyBy: null, previousAnswer: 'maybe' },
    'Still all right? Public Gig, Sat 28 Nov, 8 PM',
    'You said Maybe before it changed. Place: The Lexington.',
  ],
  [
    { kind: 'answer.asked', event: gig, by: 'Ros', replyBy: null, previousAnswer: 'no' },
    'Can you play? Public Gig, Sat 28 Nov, 8 PM',
    'You said No before it changed. Place: The Lexington.',
  ],
  [
    { kind: 'answer.nudge', event: gig, by: 'Ros', replyBy: '2026-11-21' },
    'Still to answer: Public Gig, Sat 28 Nov, 8 PM',
    'Ros is waiting for your answer. Please answer by Sat 21 Nov. Place: The Lexington.',
  ],
  [
    { kind: 'answer.nudge', event: gig, by: null, replyBy: null },
    'Still to answer: Public Gig, Sat 28 Nov, 8 PM',
    'Your answer is still missing. Place: The Lexington.',
  ],
  [
    { kind: 'answer.withdrawn', event: gig, memberName: 'Kit', comment: 'Sorry!' },
    'Kit can’t make it: Public Gig, Sat 28 Nov, 8 PM',
    'They changed their answer from Yes to No. “Sorry!”',
  ],
  [
    {
      kind: 'reminder',
      event: gig,
      isToday: true,
      times: [
        { time: '17:00', label: 'Load-in' },
        { time: '18:30', label: 'Soundcheck' },
      ],
    },
    'Today: Public Gig, 8 PM',
    'Load-in 5 PM, Soundcheck 6:30 PM. Place: The Lexington.',
  ],
  [
    { kind: 'reminder', event: { ...practiceSnapshot, status: 'tentative' }, isToday: false, times: [] },
    'Tomorrow: Practice (pencilled), 7 PM',
    'Place: Room 3.',
  ],
  [{ kind: 'member.joined', memberName: 'Kit' }, 'Kit joined the band', 'Say hello!'],
  [{ kind: 'member.left', memberName: 'Kit' }, 'Kit left the band', 'Check who plays at the next gigs.'],
  [{ kind: 'songs.added', titles: ['Valerie'] }, 'New song on the practice list', 'Valerie.'],
  [
    { kind: 'songs.added', titles: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] },
    '7 new songs on the practice list',
    'A, B, C, D, E and 2 more.',
  ],
  [{ kind: 'access.changed', access: 'admin', by: 'Ros' }, 'You are now an admin', 'Ros changed your access.'],
  [{ kind: 'money.paid' }, 'You were paid', 'A payment to you was written down. Your page of money has the amount.'],
  [
    { kind: 'calendar.failing', calendarName: 'Work', failingSince: '2026-11-25' },
    'Your calendar “Work” can’t be read',
    'It has not worked since Wed 25 Nov. Gaffer keeps the times that it read last.',
  ],
]
test.each(noticeTexts.map(([content, title, body]) => [content.kind, title, body, content] as const))(
  'the notice of kind %s has the title "%s" and the body "%s"',
  (_, title, body, content) => {
    expect(noticeOf(content)).toEqual({ title, body })
  },
)

describe('a departure notice', () => {
  test('a departure notice of one event names the event in the title and its place in the body, and with canRestore says how to restore it', () => {
    expect(formatDepartureNotice({ events: [gig], memberName: 'Kit', canRestore: true })).toEqual({
      title: 'Public Gig cancelled: Sat 28 Nov, 8 PM',
      body: 'Cancelled because Kit is no longer in the band. Place: The Lexington. You can restore it in the band’s activity for 30 days.',
    })
  })

  test('a departure notice of several events names them in the body only, and says "a member" if the name is missing', () => {
    expect(formatDepartureNotice({ events: [practiceSnapshot, gig], memberName: null, canRestore: false })).toEqual({
      title: '2 events cancelled: from Thu 26 Nov, 7 PM',
      body: 'Cancelled because a member left the band. Practice, Thu 26 Nov, 7 PM; Public Gig, Sat 28 Nov, 8 PM.',
    })
  })

  test('a departure notice with three events over the limit names the events up to the limit, and ends with "and 3 more"', () => {
    const events = Array.from({ length: limits.eventsInNotice + 3 }, () => practiceSnapshot)
    const { body } = formatDepartureNotice({ events, memberName: 'Kit', canRestore: false })
    expect(body.match(/Practice, /g)).toHaveLength(limits.eventsInNotice)
    expect(body).toMatch(/ and 3 more\.$/)
  })
})
