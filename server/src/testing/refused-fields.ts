// Kinds of fields, with the values that they refuse.

import { limits } from '@gaffer/domain/limits'

export const missing = Symbol('missing')

/** `refuses` are invalid values. With `max` a text of that length must be stored; `with` adds fields that it needs. */
export type Field = { refuses: unknown[]; status?: 404; max?: number; with?: object }
export type Fields = Record<string, Field>

export const notText = [42, true, {}, ['x']]
export const absent = [missing, null]
export const blank = ['', '  \t\n', '\u200B\u202E\u0000']
export const required = (field: Field): Field => ({ ...field, refuses: [...field.refuses, ...absent] })
export const notNull = (field: Field): Field => ({ ...field, refuses: [...field.refuses, null] })

export const line = (max: number): Field => ({
  max,
  refuses: [...notText, 'x'.repeat(max + 1), '🎸'.repeat(max + 1), 'x'.repeat(max * 20)],
})
export const filledLine = (max: number): Field => ({ max, refuses: [...line(max).refuses, null, ...blank] })
export const neededLine = (max: number): Field => ({ max, refuses: [...filledLine(max).refuses, missing] })
export const unkept = ({ refuses }: Field): Field => ({ refuses })

export const date: Field = {
  refuses: [
    '',
    '2027-02-30',
    '2027-2-3',
    '27-02-03',
    '05/03/2027',
    '2027-03-05T10:00',
    '1999-12-31',
    '2101-01-01',
    20270305,
    {},
  ],
}
export const time: Field = { refuses: ['', '24:00', '19:60', '7:00', '19:00:00', '7 pm', ' 19:00', 1900, {}] }
export const id: Field = { refuses: ['', 'me', '01890000-0000-7000-8000-00000000000G', "' or 1=1 --", 5, {}] }
export const choice: Field = { refuses: ['', 'something else', 'constructor', 5, {}, []] }
export const flag: Field = { refuses: ['true', 1, null, {}] }
export const phone: Field = required({
  refuses: [...blank, '07700', '0113 496 0000', '+1 212 555 0100', 'x'.repeat(41), 447700900123, {}],
})
export const code: Field = required({ refuses: ['', '12345', '1234567', '12345a', '１２３４５６', 123456, {}] })
export const picture: Field = {
  refuses: [
    '',
    'https://elsewhere.example/x.png',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png;base64,AAAA',
    'data:text/html,<b>',
    '/images/../secrets.webp',
    5,
    {},
  ],
}
export const colour: Field = notNull({ refuses: ['', 'red', '#12', '#12345g', 'url(x)', 5, {}] })
export const trackAddress: Field = {
  refuses: ['', 'javascript:alert(1)', 'https://elsewhere.example/x', 'http://open.spotify.com/track/x', 5, {}],
}
export const calendarAddress: Field = {
  refuses: [
    ...blank,
    'work.ics',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ftp://calendars.example/work.ics',
    'https://kit:secret@calendars.example/work.ics',
    'https://calendars.example/work .ics',
    'https:///work.ics',
    `https://calendars.example/${'x'.repeat(2000)}`,
    5,
    {},
  ],
}
export const anything: Field = { refuses: [] }
export const token: Field = { status: 404, refuses: ['', 'dead', "' or 1=1 --", 'x'.repeat(1000)] }

export const nobodysEvent = '01890000-0000-7000-8000-000000000000'

const { titleLength, placeLength, notesLength } = limits
export const optionalOfEvent: Fields = {
  endDate: { refuses: [...date.refuses, '2027-03-04', '2029-01-01'] },
  startTime: time,
  endTime: time,
  location: line(placeLength),
  venue: { ...line(placeLength), with: { type: 'public_gig' } },
  notes: line(notesLength),
  membershipId: id,
  title: line(titleLength),
  isAllDay: flag,
  isPublic: flag,
  status: notNull(choice),
  asksAnswers: flag,
  replyBy: { refuses: [...date.refuses, '2027-12-31'] },
  cancelEventIds: {
    refuses: ['', 'all', null, {}, ['x'], [null], [nobodysEvent], Array.from({ length: 201 }, () => nobodysEvent)],
  },
}
export const daysAway: Fields = {
  ...optionalOfEvent,
  location: unkept(line(placeLength)),
  venue: unkept(line(placeLength)),
  replyBy: date,
}
export const range: Fields = { startDate: required(date), endDate: required(date) }
export const exportFlag: Field = { refuses: ['', 'yes', '1', 'TRUE'] }

export const seriesEvent = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }
export const seriesFields: Fields = {
  event: required({
    refuses: [
      'practice',
      [],
      { ...seriesEvent, type: 'gig' },
      { ...seriesEvent, type: 'unavailable' },
      { ...seriesEvent, date: '2027-02-30' },
      { ...seriesEvent, startTime: '24:00' },
      { ...seriesEvent, endTime: '20:00' },
      { ...seriesEvent, membershipId: 'me' },
      { ...seriesEvent, cancelEventIds: [nobodysEvent] },
      { ...seriesEvent, colour: 'red' },
    ],
  }),
  repeat: required({
    refuses: [
      'weekly',
      [],
      { every: 'day', until: '2027-03-26' },
      { every: 'week' },
      { every: 'week', until: '2027-03-04' },
      { every: 'week', until: '2028-03-06' },
      { every: 'week', until: '2027-03-26', skip: ['2027-03-13'] },
      { every: 'week', until: '2027-03-05', skip: ['2027-03-05'] },
      { every: 'week', until: '2027-03-26', skip: 'all' },
      { every: 'week', until: '2027-03-26', count: 3 },
    ],
  }),
}
