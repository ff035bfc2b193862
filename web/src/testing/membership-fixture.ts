import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { User } from '@gaffer/domain/sign-in/user'

const joinedAt = '2027-01-01T00:00:00.000Z'

export function aUser(fields: Partial<User> = {}): User {
  return {
    id: '0190a000-0000-7000-8000-0000000000a1',
    username: '+447700900101',
    email: null,
    phone: '+447700900101',
    firstName: 'Ros',
    lastName: 'Calder',
    displayName: 'Ros',
    hometown: null,
    instrument: null,
    avatarUrl: null,
    externalId: null,
    platformAdmin: false,
    profileCompleted: true,
    createdAt: joinedAt,
    updatedAt: joinedAt,
    ...fields,
  }
}

/** The user's membership in The Night Buses. */
export function anOwnMembership(fields: Partial<OwnMembership> = {}): OwnMembership {
  const bandId = '0190a000-0000-7000-8000-00000000000b'
  return {
    id: '0190a000-0000-7000-8000-0000000000b1',
    bandId,
    userId: aUser().id,
    role: 'Lead Vocals',
    part: null,
    access: 'member',
    status: 'active',
    displayName: 'Ros',
    color: '#c2703d',
    icon: 'microphone',
    avatarUrl: null,
    joinedAt,
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
      allowedEventTypes: ['practice', 'public_gig'],
      ledgerVisibleTo: 'own',
      version: 1,
      createdAt: joinedAt,
      updatedAt: joinedAt,
    },
    ...fields,
  }
}
