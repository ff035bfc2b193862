// The data of the demo: two bands, their members and songs. Phone numbers are from Ofcom's drama range.

import type { BandIcon } from '@gaffer/domain/band-icons'

export type DemoPerson = {
  firstName: string
  lastName: string
  phone: string
  instrument: string
  hometown: string
  role: string
  icon: BandIcon
  color: string
}

const person = (
  firstName: string,
  lastName: string,
  phone: string,
  instrument: string,
  role: string,
  icon: BandIcon,
  color: string,
  hometown: string,
): DemoPerson => ({ firstName, lastName, phone, instrument, role, icon, color, hometown })

export const nightBuses = {
  name: 'The Night Buses',
  description: 'Loud, late and usually on time. Leeds.',
  people: [
    person('Ros', 'Calder', '+447700900101', 'vocals', 'Lead Vocals', 'microphone', '#c2703d', 'Leeds'),
    person('Mags', 'Devlin', '+447700900102', 'guitar', 'Lead Guitar', 'guitar', '#6b7f2a', 'Otley'),
    person('Kit', 'Olu', '+447700900103', 'bass', 'Bass Guitar', 'bass', '#9333ea', 'Bradford'),
    person('Danny', 'Firth', '+447700900104', 'drums', 'Drums', 'drum', '#dc2626', 'Leeds'),
    person('Priya', 'Nair', '+447700900105', 'keyboard', 'Keyboards', 'piano', '#2563eb', 'York'),
  ],
}

/** The second band. Kit is a member of both. */
export const harbourLights = {
  name: 'Harbour Lights',
  description: 'Weddings, mostly.',
  people: [person('Alma', 'Reyes', '+447700900106', 'vocals', 'Band Leader', 'crown', '#b45309', 'Whitby')],
}

/** Title, artist, and each member's readiness in the order above: g ready, a working, r not ready. `veto` names the member with a veto. */
export const songs: { title: string; artist: string; album: string; lights: string; veto?: number }[] = [
  { title: 'Mr. Brightside', artist: 'The Killers', album: 'Hot Fuss', lights: 'ggggg' },
  { title: 'Dakota', artist: 'Stereophonics', album: 'Language. Sex. Violence. Other?', lights: 'ggagg' },
  { title: 'Valerie', artist: 'The Zutons', album: 'Tired of Hanging Around', lights: 'gggga' },
  { title: 'Chelsea Dagger', artist: 'The Fratellis', album: 'Costello Music', lights: 'gagga' },
  { title: 'Take Me Out', artist: 'Franz Ferdinand', album: 'Franz Ferdinand', lights: 'ggaga' },
  {
    title: 'I Bet You Look Good on the Dancefloor',
    artist: 'Arctic Monkeys',
    album: "Whatever People Say I Am, That's What I'm Not",
    lights: 'agara',
  },
  { title: 'Seven Nation Army', artist: 'The White Stripes', album: 'Elephant', lights: 'ggggr' },
  { title: 'Town Called Malice', artist: 'The Jam', album: 'The Gift', lights: 'agaga' },
  { title: 'Rebellion (Lies)', artist: 'Arcade Fire', album: 'Funeral', lights: 'aragr' },
  { title: 'Naive', artist: 'The Kooks', album: 'Inside In / Inside Out', lights: 'gaaag' },
  { title: 'Shout', artist: 'Tears for Fears', album: 'Songs from the Big Chair', lights: 'rarag' },
  { title: 'Golden Skans', artist: 'Klaxons', album: 'Myths of the Near Future', lights: 'rarrr' },
  { title: 'Dog Days Are Over', artist: 'Florence + The Machine', album: 'Lungs', lights: 'gaarg' },
  { title: 'This Charming Man', artist: 'The Smiths', album: 'The Smiths', lights: 'aarra' },
  { title: 'Common People', artist: 'Pulp', album: 'Different Class', lights: 'gaaga' },
  { title: 'Song 2', artist: 'Blur', album: 'Blur', lights: 'gggga' },
  { title: 'Ruby', artist: 'Kaiser Chiefs', album: 'Yours Truly, Angry Mob', lights: 'aagar' },
  { title: 'Fluorescent Adolescent', artist: 'Arctic Monkeys', album: 'Favourite Worst Nightmare', lights: 'raaar' },
  { title: 'Wonderwall', artist: 'Oasis', album: "(What's the Story) Morning Glory?", lights: 'ggggg', veto: 3 },
  {
    title: 'Sweet Child O’ Mine',
    artist: "Guns N' Roses",
    album: 'Appetite for Destruction',
    lights: 'rarra',
    veto: 1,
  },
]

const day = (offset: number, event: object) => ({ offset, event })
const gig = (offset: number, title: string, venue: string, startTime: string, endTime: string, notes?: string) =>
  day(offset, { type: 'public_gig', title, venue, startTime, endTime, notes })

/** Events of the Night Buses besides the weekly practice, in days from today. */
export const bookings = [
  gig(-20, 'Support for The Larks', 'Brudenell Social Club, Leeds', '19:30', '22:30'),
  gig(-6, 'Late one at the Fenton', 'The Fenton, Leeds', '21:00', '01:00', 'Load in from 18:00, back door.'),
  gig(9, 'Night Buses + guests', 'Hyde Park Book Club, Leeds', '20:00', '23:00', 'Door split. Merch table booked.'),
  day(16, {
    type: 'festival',
    title: 'Greenfield Festival',
    venue: 'Temple Newsam, Leeds',
    endOffset: 18,
    notes: 'We play the middle day, second stage. Passes are with Ros.',
  }),
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
    title: 'Two tracks with Sal',
    location: 'Suburban Home Studio, Leeds',
    startTime: '10:00',
    endTime: '18:00',
  }),
  day(2, { type: 'meeting', title: 'Who books what', location: 'Ros’s kitchen', startTime: '18:30' }),
]

/** Gig sheet of the next gig. */
export const nextGig = {
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
export const deps = [
  { name: 'Ola Brandt', phone: '07700 900151', instrument: 'Bass', note: 'Knows half the set already' },
  { name: 'Tom Hesketh', phone: '07700 900152', instrument: 'Drums', note: 'Brings his own kit' },
  { name: 'Ann Okafor', phone: '07700 900153', instrument: 'Drums', note: 'Not on Sundays' },
  { name: 'Jess Lund', phone: '07700 900154', instrument: 'Keyboards', note: null },
]
export const foundDep = { dep: 'Ola Brandt', instrument: 'bass', feePence: 12_000, person: 2 }

/** Answers to the events above: title, index of the person, answer and comment. */
export const answers: { title: string; person: number; answer: 'yes' | 'maybe' | 'no'; comment?: string }[] = [
  { title: 'Night Buses + guests', person: 1, answer: 'yes' },
  { title: 'Night Buses + guests', person: 2, answer: 'no', comment: 'Already in Whitby that night, sorry' },
  { title: 'Night Buses + guests', person: 4, answer: 'yes' },
  { title: 'Greenfield Festival', person: 0, answer: 'yes', comment: 'I drive' },
  { title: 'Greenfield Festival', person: 1, answer: 'maybe', comment: 'Waiting for the rota' },
]

/** An enquiry on three dates, in days from today. */
export const enquiry = {
  offsets: [37, 44, 51],
  event: {
    type: 'public_gig',
    title: 'Support at the Adelphi',
    venue: 'The Adelphi, Hull',
    startTime: '20:30',
    endTime: '22:00',
    notes: 'They need one answer for all three by Sunday.',
  },
}

/** A booking that was called off, in days from today. */
export const calledOff = {
  offset: 40,
  event: {
    type: 'gig',
    title: 'Works party',
    location: 'Canal Mills, Leeds',
    startTime: '19:30',
    endTime: '22:30',
  },
}

/** Days away: index of the person, first and last day in days from today. */
export const away = [
  { person: 3, from: 14, to: 20, title: 'Holiday', notes: 'Booked in January, sorry.' },
  { person: 1, from: 6, to: 7, title: null, notes: null },
  { person: 4, from: -12, to: -9, title: null, notes: null },
  { person: 0, from: 30, to: 33, title: 'Hen do', notes: null },
]
