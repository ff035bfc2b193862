import type { DateAvailability, EventOnDate } from '@gaffer/domain/free-dates/free-dates'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import { expect, it } from 'vitest'
import { formatFoundDates, formatFreeDate, formatFreeDateDetails } from './format-free-date.ts'

const members = ['Ros', 'Mags', 'Danny', 'Kit', 'Priya'].map((displayName) => ({ id: displayName, displayName }))
const bandMembers = { members, ownMembershipId: 'Ros' }
type Reason = DateAvailability['missing'][number]['reason']
/** A date on which the last members of the list are missing, one for each reason, and all other members are free. */
const date = (reasons: Reason[] = [], more: Partial<DateAvailability> = {}): DateAvailability => ({
  date: '2027-02-05',
  free: members.slice(0, members.length - reasons.length).map(({ id }) => id),
  missing: reasons.map((reason, at) => {
    const { id, displayName } = members[members.length - reasons.length + at] ?? { id: '', displayName: '' }
    return { membershipId: id, displayName, reason }
  }),
  unsaid: [],
  bandEvents: [],
  ...more,
})
const event = (status: EventOnDate['status'], title: string | null = null): EventOnDate => ({
  id: 'e1',
  type: 'gig',
  title,
  status,
})
const everybody = members.map(({ id }) => id)
const booked: Reason[] = ['event', 'event', 'event', 'event', 'event']

it.each<[DateAvailability, string, string[]]>([
  [date(), 'All five are free', []],
  [date([], { unsaid: ['Priya'] }), "4 are free, Priya hasn't answered", []],
  [date([], { unsaid: everybody }), 'Nothing for February from anyone yet', []],
  [date([], { free: ['Kit'] }), 'Kit is free', []],
  [date(['away']), 'Priya is away', []],
  [date(['busy']), 'Priya is busy elsewhere', []],
  [date(['away'], { unsaid: ['Kit'] }), 'Priya is away', ["3 are free, Kit hasn't answered"]],
  [date(['away', 'busy']), '2 missing', ['Kit is away', 'Priya is busy elsewhere']],
  [
    date(['away', 'busy'], { unsaid: ['Ros', 'Mags', 'Danny'] }),
    '2 missing',
    ['Kit is away', 'Priya is busy elsewhere', "Ros, Mags and Danny haven't answered"],
  ],
  [date(booked, { bandEvents: [event('confirmed')] }), 'Already booked here', []],
  [date(booked, { bandEvents: [event('tentative'), event('confirmed')] }), 'Already booked here', []],
  [date(booked, { bandEvents: [event('tentative', 'Wedding')] }), 'Pencilled here: Wedding', []],
  [
    date(['away', 'event', 'event', 'event', 'event'], {
      bandEvents: [event('tentative'), event('tentative', 'Ball')],
    }),
    'Pencilled here: Gig and Ball',
    [],
  ],
  [{ date: '2027-02-05', free: everybody, missing: [] }, 'All five are free', []],
  [{ ...date(booked), bandEvents: undefined }, 'Already booked here', []],
])('the text of the found date %j is "%s", with the details %j', (found, text, details) => {
  expect([formatFreeDate(found, bandMembers), formatFreeDateDetails(found, bandMembers)]).toEqual([text, details])
})

it('formatFoundDates counts the dates that suit everybody, the dates that might suit everybody, and the dates that miss one member', () => {
  const waiting = date([], { unsaid: ['Kit'] })
  expect(formatFoundDates([date(), date(), date(['away'])])).toBe('2 dates suit everybody, 1 misses one.')
  expect(formatFoundDates([date()])).toBe('1 date suits everybody.')
  expect(formatFoundDates([date(), waiting, waiting, date(['away'])])).toBe(
    '1 date suits everybody, 2 might, 1 misses one.',
  )
  expect(formatFoundDates([waiting])).toBe('No date suits everybody, 1 might.')
  expect(formatFoundDates([date(['away']), date(['busy'])])).toBe('No date suits everybody, 2 miss one.')
  expect(formatFoundDates([date(['away', 'busy'])])).toBe(freeDateMessages.noDateSuitsEverybody)
  expect(formatFoundDates([date(booked, { bandEvents: [event('confirmed')] })])).toBe(
    freeDateMessages.noDateSuitsEverybody,
  )
})
