// The signed-in user, their memberships and their profile.

import type { Band } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { ProfileInput, User } from '@gaffer/domain/sign-in/user'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasErrorCode } from '#lib/api-error.ts'
import { storeDirtyFormDrafts } from '#lib/form-drafts.ts'
import { request } from '#lib/request.ts'
import { sendUnsentSignOut } from './auth.ts'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { endpointQueryOptions } from './endpoint-query.ts'

export type Me = { user: User; bands: OwnMembership[] }
export type { Band, OwnMembership, User }

export const meQueryOptions = queryOptions({
  ...endpointQueryOptions('GET /api/me'),
  queryFn: async ({ signal }) => {
    // A sign-out that did not reach the server must not sign its user in again.
    await sendUnsentSignOut()
    try {
      return await request('GET /api/me', { signal })
    } catch (error) {
      // The guard unmounts the page with its forms as soon as it sees this error.
      if (isSignedOutError(error)) storeDirtyFormDrafts()
      throw error
    }
  },
  gcTime: Infinity,
})

/** Whether the error says that there is no session. False for an outage and for a response that is not Gaffer's. */
export function isSignedOutError(error: unknown): boolean {
  return hasErrorCode(error, 'not_signed_in')
}

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
