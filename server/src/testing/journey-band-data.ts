// The band of the journeys: members, songs, gig sheet, deps and bookings. Offsets are days from today.

import type { MemberIconName } from '@gaffer/domain/bands/member-icons'
import { demoPeople, type DemoPerson } from '#cli/demo/people.ts'

export type JourneyPerson = DemoPerson & { role: string; icon: MemberIconName; color: string }

/** An account of the demo, with its role, icon and colour in the band. */
const createPerson = (firstName: string, role: string, icon: MemberIconName, color: string): JourneyPerson => {
  const account = demoPeople.find((one) => one.firstName === firstName)
  if (!account) throw new Error(`The demo has no account for ${firstName}`)
  return { ...account, role, icon, color }
}

export const nightBusesBand = {
  name: 'The Night Buses',
  description: 'Loud, late and usually on time. Leeds.',
  people: [
    createPerson('Ros', 'Lead Vocals', 'microphone', '#c2703d'),
    createPerson('Mags', 'Lead Guitar', 'guitar', '#6b7f2a'),
    createPerson('Kit', 'Bass Guitar', 'bass', '#9333ea'),
    createPerson('Danny', 'Drums', 'drum', '#dc2626'),
    createPerson('Priya', 'Keyboards', 'piano', '#2563eb'),
  ],
}

/** The second band. Kit is a member of both. */
export const harbourLightsBand = {
  name: 'Harbour Lights',
  description: 'Weddings, mostly.',
  people: [createPerson('Alma', 'Band Leader', 'crown', '#b45309')],
}

/**
 * `lights` is the readiness of each of `nightBusesBand.people`, in order: g ready, a working, r not ready. `veto` is the index of the member
 * with a veto.
 */
const createSong = (title: string, artist: string, album: string, lights: string, veto?: number) => ({
  title,
  artist,
  album,
  lights,
  veto,
})

export const songs = [
  createSong('Mr. Brightside', 'The Killers', 'Hot Fuss', 'ggggg'),
  createSong('Dakota', 'Stereophonics', 'Language. Sex. Violence. Other?', 'ggagg'),
  createSong('Valerie', 'The Zutons', 'Tired of Hanging Around', 'gggga'),
  createSong('Chelsea Dagger', 'The Fratellis', 'Costello Music', 'gagga'),
  createSong('Take Me Out', 'Franz Ferdinand', 'Franz Ferdinand', 'ggaga'),
  createSong(
    'I Bet You Look Good on the Dancefloor',
    'Arctic Monkeys',
    "Whatever People Say I Am, That's What I'm Not",
    'agara',
  ),
  createSong('Seven Nation Army', 'The White Stripes', 'Elephant', 'ggggr'),
  createSong('Town Called Malice', 'The Jam', 'The Gift', 'agaga'),
  createSong('Rebellion (Lies)', 'Arcade Fire', 'Funeral', 'aragr'),
  createSong('Naive', 'The Kooks', 'Inside In / Inside Out', 'gaaag'),
  createSong('Shout', 'Tears for Fears', 'Songs from the Big Chair', 'rarag'),
  createSong('Golden Skans', 'Klaxons', 'Myths of the Near Future', 'rarrr'),
  createSong('Dog Days Are Over', 'Florence + The Machine', 'Lungs', 'gaarg'),
  createSong('This Charming Man', 'The Smiths', 'The Smiths', 'aarra'),
  createSong('Common People', 'Pulp', 'Different Class', 'gaaga'),
  createSong('Song 2', 'Blur', 'Blur', 'gggga'),
  createSong('Ruby', 'Kaiser Chiefs', 'Yours Truly, Angry Mob', 'aagar'),
  createSong('Fluorescent Adolescent', 'Arctic Monkeys', 'Favourite Worst Nightmare', 'raaar'),
  createSong('Wonderwall', 'Oasis', "(What's the Story) Morning Glory?", 'ggggg', 3),
  createSong('Sweet Child O’ Mine', "Guns N' Roses", 'Appetite for Destruction', 'rarra', 1),
]

/** Gig sheet of the next gig. */
export const nextGigTitleAndSheet = {
  title: 'Night Buses + guests',
  sheet: {
    address: 'Hyde Park Book Club\n27-29 Headingley Lane\nLeeds LS6 1BL',
    times: [
      { time: '17:00', label: 'Load-in' },
      { time: '18:00', label: 'Soundcheck' },
      { time: '19:30', label: 'Doors' },
      { time: '20:15', label: 'Support' },
      { time: '21:15', label: 'On stage' },
      { time: '23:00', label: 'Curfew' },
    ],
    contactName: 'Jo at the Book Club',
    contactPhone: '0113 496 0142',
    contactEmail: 'jo@bookclub.example',
    gettingThere: 'Load in through the yard on Headingley Mount. Two spaces behind the bins, the rest is permit only.',
    gear: 'PA, wedges and a bass rig are in. We bring drums, guitar amps and the keyboard stand. The support uses our kit.',
    hospitality: 'Five meals and a crate. Two guest-list names each, to Ros by Thursday.',
    feePence: 35_000,
    feeNote: 'Against 70% of the door',
    feePaid: false,
  },
}

/** The dep book, and the dep who was found for a member who cannot play at the next gig. */
export const depBook = [
  { name: 'Ola Brandt', phone: '07700 900151', instrument: 'Bass', note: 'Knows half the set already' },
  { name: 'Tom Hesketh', phone: '07700 900152', instrument: 'Drums', note: 'Brings his own kit' },
  { name: 'Ann Okafor', phone: '07700 900153', instrument: 'Drums', note: 'Not on Sundays' },
  { name: 'Jess Lund', phone: '07700 900154', instrument: 'Keyboards', note: null },
]
export const filledDepRequest = { dep: 'Ola Brandt', instrument: 'bass', feePence: 12_000, person: 2 }

const createBooking = (offset: number, event: object) => ({ offset, event })
const createGigBooking = (
  offset: number,
  title: string,
  venue: string,
  startTime: string,
  endTime: string,
  notes?: string,
) => createBooking(offset, { type: 'public_gig', title, venue, startTime, endTime, notes })

export const festivalTitle = 'Greenfield Festival'

export type Booking = { offset: number; event: object; endOffset?: number }

export const bookings: Booking[] = [
  createGigBooking(-20, 'Support for The Larks', 'Brudenell Social Club, Leeds', '19:30', '22:30'),
  createGigBooking(
    -6,
    'Late one at the Fenton',
    'The Fenton, Leeds',
    '21:00',
    '01:00',
    'Load in from 18:00, back door.',
  ),
  createGigBooking(
    9,
    nextGigTitleAndSheet.title,
    'Hyde Park Book Club, Leeds',
    '20:00',
    '23:00',
    'Door split. Merch table booked.',
  ),
  {
    ...createBooking(16, {
      type: 'festival',
      title: festivalTitle,
      venue: 'Temple Newsam, Leeds',
      notes: 'We play the middle day, second stage. Passes are with Ros.',
    }),
    endOffset: 18,
  },
  createBooking(23, {
    type: 'gig',
    title: "Mags' cousin's wedding",
    status: 'tentative',
    location: 'The Mill, Saltaire',
    startTime: '19:00',
    endTime: '23:30',
  }),
  createBooking(5, {
    type: 'recording',
    title: 'Two tracks with Sal',
    location: 'Suburban Home Studio, Leeds',
    startTime: '10:00',
    endTime: '18:00',
  }),
  createBooking(2, { type: 'meeting', title: 'Who books what', location: 'Ros’s kitchen', startTime: '18:30' }),
]

export const worksParty = {
  type: 'gig',
  title: 'Works party',
  location: 'Canal Mills, Leeds',
  startTime: '19:30',
  endTime: '22:30',
}

export const eventWithOptions = {
  type: 'public_gig',
  title: 'Support at the Adelphi',
  venue: 'The Adelphi, Hull',
  startTime: '20:30',
  endTime: '22:00',
  notes: 'They need one answer for all three by Sunday.',
}

/** `person` is an index of `nightBusesBand.people`; `from` and `to` are days from today. */
export const daysAway = [
  { person: 3, from: 14, to: 20, title: 'Holiday', notes: 'Booked in January, sorry.' },
  { person: 1, from: 6, to: 7, title: null, notes: null },
  { person: 4, from: -12, to: -9, title: null, notes: null },
  { person: 0, from: 30, to: 33, title: 'Hen do', notes: null },
]
