// The signed-in user, their memberships and their profile.

import type { Band } from '@gaffer/domain/band'
import type { OwnMembership } from '@gaffer/domain/member'
import type { ProfileInput, User } from '@gaffer/domain/user'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasCode } from '#lib/api-error.ts'
import { keepDrafts } from '#lib/form-drafts.ts'
import { request } from '#lib/request.ts'
import { sendOwedSignOut } from './auth.ts'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { endpointQuery } from './endpoint-query.ts'

export type Me = { user: User; bands: OwnMembership[] }
export type { Band, OwnMembership, User }

export const meQuery = queryOptions({
  ...endpointQuery('GET /api/me'),
  queryFn: async ({ signal }) => {
    // A sign-out that did not reach the server must not sign its user in again.
    await sendOwedSignOut()
    try {
      return await request('GET /api/me', { signal })
    } catch (error) {
      // The guard unmounts the page with its forms as soon as it sees this error.
      if (isSignedOut(error)) keepDrafts()
      throw error
    }
  },
  gcTime: Infinity,
})

/** Whether the error says that there is no session. False for an outage and for a response that is not Gaffer's. */
export function isSignedOut(error: unknown): boolean {
  return hasCode(error, 'not_signed_in')
}

export function useMe() {
  return useQuery(meQuery)
}

/** For components that render only while a user is signed in. */
export function useSignedIn(): Me {
  const { data } = useMe()
  if (!data) throw new Error('No user is signed in')
  return data
}

/** Invalidates all band queries: a member without a name of their own in a band is shown with the name of the profile. */
export function useSaveProfile() {
  return useEndpointMutation('PUT /api/me', {
    changes: 'members',
    input: (body: ProfileInput) => ({ body }),
    onSuccess: ({ user }, client) => client.setQueryData(meQuery.queryKey, (me) => me && { ...me, user }),
  })
}
