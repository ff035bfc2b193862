// The demo's calendar, in days from today. Members are given by their index in `nightBusesBand.people`.

import { nextGigTitleAndSheet } from './band-data.ts'

export const practiceTemplate = {
  type: 'practice',
  startTime: '19:30',
  endTime: '22:00',
  location: 'Old Chapel Rooms, Holbeck',
}
/** Weeks before and after the next practice. The second week is skipped: the festival is in it. */
export const practiceWeeks = { before: 9, after: 8, skipped: 2 }
/** After this time of day the next practice is tomorrow. */
export const tonightPracticeCutoff = '20:30'

const day = (offset: number, event: object) => ({ offset, event })
const gig = (offset: number, title: string, venue: string, startTime: string, endTime: string, notes?: string) =>
  day(offset, { type: 'public_gig', title, venue, startTime, endTime, notes })

export const festivalTitle = 'Greenfield Festival'
export const recordingTitle = 'Two tracks with Sal'

export type Booking = { offset: number; event: object; endOffset?: number; by?: number }

/** Bookings that Ros has read about. */
export const bookings: Booking[] = [
  gig(-20, 'Support for The Larks', 'Brudenell Social Club, Leeds', '19:30', '22:30'),
  gig(-6, 'Late one at the Fenton', 'The Fenton, Leeds', '21:00', '01:00', 'Load in from 18:00, back door.'),
  gig(9, nextGigTitleAndSheet.title, 'Hyde Park Book Club, Leeds', '20:00', '23:00', 'Door split. Merch table booked.'),
  {
    ...day(16, {
      type: 'festival',
      title: festivalTitle,
      venue: 'Temple Newsam, Leeds',
      notes: 'We play the middle day, second stage. Passes are with Ros.',
    }),
    endOffset: 18,
  },
  day(23, {
    type: 'gig',
    title: "Mags' cousin's wedding",
    status: 'tentative',
    location: 'The Mill, Saltaire',
    startTime: '19:00',
    endTime: '23:30',
  }),
  day(5, {
    type: 'recording',
    title: recordingTitle,
    location: 'Suburban Home Studio, Leeds',
    startTime: '10:00',
    endTime: '18:00',
  }),
  day(2, { type: 'meeting', title: 'Who books what', location: 'Ros’s kitchen', startTime: '18:30' }),
]

export const worksParty = {
  offset: 27,
  by: 3,
  event: {
    type: 'gig',
    title: 'Works party',
    location: 'Canal Mills, Leeds',
    startTime: '19:30',
    endTime: '22:30',
  },
}

/** Pencilled for now; Danny confirms it later. */
export const charityNight = {
  offset: 29,
  by: 3,
  event: {
    type: 'public_gig',
    title: 'Charity night',
    status: 'tentative',
    venue: 'The Wardrobe, Leeds',
    startTime: '20:00',
    endTime: '23:00',
  },
}

/** An enquiry for three Fridays in a row, the first of them on or after this day. */
export const enquiry = {
  from: 34,
  by: 1,
  event: {
    type: 'public_gig',
    title: 'Support at the Adelphi',
    venue: 'The Adelphi, Hull',
    startTime: '20:30',
    endTime: '22:00',
    notes: 'They need one answer for all three by Sunday.',
  },
}

export const demoDaysAway = [
  { person: 3, from: 14, to: 20, title: 'Holiday', notes: 'Booked in January, sorry.' },
  { person: 1, from: 6, to: 7, title: null, notes: null },
  { person: 4, from: -12, to: -9, title: null, notes: null },
  { person: 0, from: 30, to: 33, title: 'Hen do', notes: null },
]

type DemoAnswer = { title: string; person: number; answer: 'yes' | 'maybe' | 'no'; comment?: string }

/** Ros has not answered to the next gig, and Danny is away during the festival. */
export const bookingAnswers: DemoAnswer[] = [
  { title: nextGigTitleAndSheet.title, person: 1, answer: 'yes' },
  { title: nextGigTitleAndSheet.title, person: 2, answer: 'no', comment: 'Already in Whitby that night, sorry' },
  {
    title: nextGigTitleAndSheet.title,
    person: 3,
    answer: 'maybe',
    comment: 'Depends on my shift, will know by Friday',
  },
  { title: nextGigTitleAndSheet.title, person: 4, answer: 'yes' },
  { title: festivalTitle, person: 0, answer: 'yes', comment: 'I drive' },
  { title: festivalTitle, person: 1, answer: 'maybe', comment: 'Waiting for the rota' },
  { title: festivalTitle, person: 2, answer: 'yes' },
  { title: "Mags' cousin's wedding", person: 0, answer: 'yes' },
  { title: "Mags' cousin's wedding", person: 1, answer: 'yes', comment: 'I had better' },
  { title: "Mags' cousin's wedding", person: 4, answer: 'no' },
  { title: 'Charity night', person: 0, answer: 'yes' },
  { title: 'Charity night', person: 3, answer: 'yes' },
  { title: recordingTitle, person: 1, answer: 'yes' },
  { title: recordingTitle, person: 3, answer: 'yes' },
  { title: recordingTitle, person: 4, answer: 'yes', comment: 'From noon' },
]
/** Answers to tonight's practice, and to the first and the second date of the enquiry. */
export const practiceAnswers = [
  { person: 0, answer: 'yes' },
  { person: 2, answer: 'yes', comment: 'Ten minutes late' },
  { person: 3, answer: 'yes' },
  { person: 4, answer: 'yes' },
]
export const enquiryAnswers = [
  { option: 0, person: 3, answer: 'yes' },
  { option: 0, person: 4, answer: 'maybe', comment: 'Back from York at seven' },
  { option: 1, person: 1, answer: 'yes' },
  { option: 1, person: 3, answer: 'yes' },
  { option: 1, person: 4, answer: 'yes' },
  { option: 2, person: 2, answer: 'no' },
]
