// The demo's bands: members, songs, gig sheet and deps. Phone numbers are from Ofcom's drama range.

import type { MemberIconName } from '@gaffer/domain/bands/member-icons'

export type DemoPerson = {
  firstName: string
  lastName: string
  phone: string
  instrument: string
  hometown: string
  role: string
  icon: MemberIconName
  color: string
}

const person = (
  firstName: string,
  lastName: string,
  phone: string,
  instrument: string,
  role: string,
  icon: MemberIconName,
  color: string,
  hometown: string,
): DemoPerson => ({ firstName, lastName, phone, instrument, role, icon, color, hometown })

export const nightBusesBand = {
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
export const harbourLightsBand = {
  name: 'Harbour Lights',
  description: 'Weddings, mostly.',
  people: [person('Alma', 'Reyes', '+447700900106', 'vocals', 'Band Leader', 'crown', '#b45309', 'Whitby')],
}

/**
 * `lights` is each member's readiness in the order above: g ready, a working, r not ready. `veto` is the index of the member with a veto.
 */
const song = (
  title: string,
  artist: string,
  album: string,
  lights: string,
  seconds: number,
  key: string,
  tempo: number,
  { note, veto }: { note?: string; veto?: number } = {},
) => ({ title, artist, album, lights, seconds, key, tempo, note, veto })

export const songs = [
  song('Mr. Brightside', 'The Killers', 'Hot Fuss', 'ggggg', 223, 'D♭', 148),
  song('Dakota', 'Stereophonics', 'Language. Sex. Violence. Other?', 'ggagg', 297, 'E', 147, {
    note: 'Kit counts in. Hold the last chord.',
  }),
  song('Valerie', 'The Zutons', 'Tired of Hanging Around', 'gggga', 238, 'E♭', 107),
  song('Chelsea Dagger', 'The Fratellis', 'Costello Music', 'gagga', 214, 'G', 154),
  song('Take Me Out', 'Franz Ferdinand', 'Franz Ferdinand', 'ggaga', 237, 'Em', 104, {
    note: 'Slow down on Danny’s fill, not before.',
  }),
  song(
    'I Bet You Look Good on the Dancefloor',
    'Arctic Monkeys',
    "Whatever People Say I Am, That's What I'm Not",
    'agara',
    174,
    'F♯m',
    103,
  ),
  song('Seven Nation Army', 'The White Stripes', 'Elephant', 'ggggr', 231, 'Em', 124),
  song('Town Called Malice', 'The Jam', 'The Gift', 'agaga', 172, 'C', 203),
  song('Rebellion (Lies)', 'Arcade Fire', 'Funeral', 'aragr', 310, 'B♭', 128),
  song('Naive', 'The Kooks', 'Inside In / Inside Out', 'gaaag', 203, 'A♭', 102),
  song('Shout', 'Tears for Fears', 'Songs from the Big Chair', 'rarag', 391, 'Gm', 98),
  song('Golden Skans', 'Klaxons', 'Myths of the Near Future', 'rarrr', 165, 'A', 139),
  song('Dog Days Are Over', 'Florence + The Machine', 'Lungs', 'gaarg', 252, 'G', 150),
  song('This Charming Man', 'The Smiths', 'The Smiths', 'aarra', 162, 'A', 104),
  song('Common People', 'Pulp', 'Different Class', 'gaaga', 350, 'C', 144),
  song('Song 2', 'Blur', 'Blur', 'gggga', 121, 'F', 130),
  song('Ruby', 'Kaiser Chiefs', 'Yours Truly, Angry Mob', 'aagar', 204, 'D', 93),
  song('Fluorescent Adolescent', 'Arctic Monkeys', 'Favourite Worst Nightmare', 'raaar', 177, 'E', 112),
  song('Wonderwall', 'Oasis', "(What's the Story) Morning Glory?", 'ggggg', 258, 'F♯m', 87, { veto: 3 }),
  song('Sweet Child O’ Mine', "Guns N' Roses", 'Appetite for Destruction', 'rarra', 356, 'D♭', 125, { veto: 1 }),
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
export const demoDeps = [
  { name: 'Ola Brandt', phone: '07700 900151', instrument: 'Bass', note: 'Knows half the set already' },
  { name: 'Tom Hesketh', phone: '07700 900152', instrument: 'Drums', note: 'Brings his own kit' },
  { name: 'Ann Okafor', phone: '07700 900153', instrument: 'Drums', note: 'Not on Sundays' },
  { name: 'Jess Lund', phone: '07700 900154', instrument: 'Keyboards', note: null },
]
export const filledDepRequest = { dep: 'Ola Brandt', instrument: 'bass', feePence: 12_000, person: 2 }
