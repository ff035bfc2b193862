// The demo's bands: members, songs, gig sheet and deps. Phone numbers are from Ofcom's drama range.

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
export type DemoSong = {
  title: string
  artist: string
  album: string
  lights: string
  seconds: number
  key: string
  tempo: number
  note?: string
  veto?: number
}
export const songs: DemoSong[] = [
  {
    title: 'Mr. Brightside',
    artist: 'The Killers',
    album: 'Hot Fuss',
    lights: 'ggggg',
    seconds: 223,
    key: 'D♭',
    tempo: 148,
  },
  {
    title: 'Dakota',
    artist: 'Stereophonics',
    album: 'Language. Sex. Violence. Other?',
    lights: 'ggagg',
    seconds: 297,
    key: 'E',
    tempo: 147,
    note: 'Kit counts in. Hold the last chord.',
  },
  {
    title: 'Valerie',
    artist: 'The Zutons',
    album: 'Tired of Hanging Around',
    lights: 'gggga',
    seconds: 238,
    key: 'E♭',
    tempo: 107,
  },
  {
    title: 'Chelsea Dagger',
    artist: 'The Fratellis',
    album: 'Costello Music',
    lights: 'gagga',
    seconds: 214,
    key: 'G',
    tempo: 154,
  },
  {
    title: 'Take Me Out',
    artist: 'Franz Ferdinand',
    album: 'Franz Ferdinand',
    lights: 'ggaga',
    seconds: 237,
    key: 'Em',
    tempo: 104,
    note: 'Slow down on Danny’s fill, not before.',
  },
  {
    title: 'I Bet You Look Good on the Dancefloor',
    artist: 'Arctic Monkeys',
    album: "Whatever People Say I Am, That's What I'm Not",
    lights: 'agara',
    seconds: 174,
    key: 'F♯m',
    tempo: 103,
  },
  {
    title: 'Seven Nation Army',
    artist: 'The White Stripes',
    album: 'Elephant',
    lights: 'ggggr',
    seconds: 231,
    key: 'Em',
    tempo: 124,
  },
  {
    title: 'Town Called Malice',
    artist: 'The Jam',
    album: 'The Gift',
    lights: 'agaga',
    seconds: 172,
    key: 'C',
    tempo: 203,
  },
  {
    title: 'Rebellion (Lies)',
    artist: 'Arcade Fire',
    album: 'Funeral',
    lights: 'aragr',
    seconds: 310,
    key: 'B♭',
    tempo: 128,
  },
  {
    title: 'Naive',
    artist: 'The Kooks',
    album: 'Inside In / Inside Out',
    lights: 'gaaag',
    seconds: 203,
    key: 'A♭',
    tempo: 102,
  },
  {
    title: 'Shout',
    artist: 'Tears for Fears',
    album: 'Songs from the Big Chair',
    lights: 'rarag',
    seconds: 391,
    key: 'Gm',
    tempo: 98,
  },
  {
    title: 'Golden Skans',
    artist: 'Klaxons',
    album: 'Myths of the Near Future',
    lights: 'rarrr',
    seconds: 165,
    key: 'A',
    tempo: 139,
  },
  {
    title: 'Dog Days Are Over',
    artist: 'Florence + The Machine',
    album: 'Lungs',
    lights: 'gaarg',
    seconds: 252,
    key: 'G',
    tempo: 150,
  },
  {
    title: 'This Charming Man',
    artist: 'The Smiths',
    album: 'The Smiths',
    lights: 'aarra',
    seconds: 162,
    key: 'A',
    tempo: 104,
  },
  {
    title: 'Common People',
    artist: 'Pulp',
    album: 'Different Class',
    lights: 'gaaga',
    seconds: 350,
    key: 'C',
    tempo: 144,
  },
  { title: 'Song 2', artist: 'Blur', album: 'Blur', lights: 'gggga', seconds: 121, key: 'F', tempo: 130 },
  {
    title: 'Ruby',
    artist: 'Kaiser Chiefs',
    album: 'Yours Truly, Angry Mob',
    lights: 'aagar',
    seconds: 204,
    key: 'D',
    tempo: 93,
  },
  {
    title: 'Fluorescent Adolescent',
    artist: 'Arctic Monkeys',
    album: 'Favourite Worst Nightmare',
    lights: 'raaar',
    seconds: 177,
    key: 'E',
    tempo: 112,
  },
  {
    title: 'Wonderwall',
    artist: 'Oasis',
    album: "(What's the Story) Morning Glory?",
    lights: 'ggggg',
    seconds: 258,
    key: 'F♯m',
    tempo: 87,
    veto: 3,
  },
  {
    title: 'Sweet Child O’ Mine',
    artist: "Guns N' Roses",
    album: 'Appetite for Destruction',
    lights: 'rarra',
    seconds: 356,
    key: 'D♭',
    tempo: 125,
    veto: 1,
  },
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
