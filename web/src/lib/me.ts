// The signed-in user, their memberships and their profile.

import type { Band } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { ProfileInput, User } from '@gaffer/domain/sign-in/user'
import { useQuery } from '@tanstack/react-query'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { meQueryOptions } from './me-query.ts'

export type Me = { user: User; bands: OwnMembership[] }
export type { Band, OwnMembership, User }

export function useMe() {
  return useQuery(meQueryOptions)
}

/** For components that render only while a user is signed in. */
export function useMeOrThrow(): Me {
  const { data } = useMe()
  if (!data) throw new Error('No user is signed in')
  return data
}

/** Invalidates all band queries: a member without a name of their own in a band is shown with the name of the profile. */
export function useSaveProfile() {
  return useEndpointMutation('PUT /api/me', {
    changes: 'members',
    input: (body: ProfileInput) => ({ body }),
    onSuccess: ({ user }, client) => client.setQueryData(meQueryOptions.queryKey, (me) => me && { ...me, user }),
  })
}
