// A membership and answers for tests: complete, so that each test says only what it is about.

import type { Answer } from '@gaffer/domain/answer'
import type { OwnMembership } from '@gaffer/domain/member'

const id = (last: number) => `0190a000-0000-7000-8000-${String(last).padStart(12, '0')}`
export const bandId = '0190a000-0000-7000-8000-00000000000b'
const time = '2027-01-01T00:00:00.000Z'

export function aMembership(displayName: string, at: number, fields: Partial<OwnMembership> = {}): OwnMembership {
  return {
    id: id(100 + at),
    bandId,
    userId: id(200 + at),
    role: 'Bass',
    access: 'member',
    status: 'active',
    displayName,
    color: '#c2703d',
    icon: 'bass',
    avatarUrl: null,
    joinedAt: time,
    permissions: [],
    user: null,
    band: {
      id: bandId,
      name: 'The Night Buses',
      description: null,
      avatarUrl: null,
      profileImage: null,
      bio: null,
      hometown: null,
      socials: {},
      genres: [],
      spotifyArtistId: null,
      appleArtistId: null,
      allowedEventTypes: ['gig'],
      version: 1,
      createdAt: time,
      updatedAt: time,
    },
    ...fields,
  }
}

export function anAnswer({ id: membershipId, displayName }: OwnMembership, fields: Partial<Answer> = {}): Answer {
  return {
    membershipId,
    displayName,
    answer: null,
    comment: null,
    isAway: false,
    isStale: false,
    setBy: null,
    answeredAt: fields.answer ? time : null,
    ...fields,
  }
}
