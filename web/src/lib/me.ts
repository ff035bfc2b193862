// The signed-in user and their memberships.

import type { Band } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { User } from '@gaffer/domain/sign-in/user'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasErrorCode } from './api-error.ts'
import { storeDirtyFormDrafts } from './form-drafts.ts'
import { request } from './request.ts'
import { endpointQueryOptions } from './endpoint-query.ts'
import { sendUnsentSignOut } from './unsent-sign-out.ts'

export const meQueryOptions = queryOptions({
  ...endpointQueryOptions('GET /api/me'),
  queryFn: async ({ signal }) => {
    // A sign-out that did not reach the server must not sign its user in again.
    await sendUnsentSignOut()
    try {
      return await request('GET /api/me', { signal })
    } catch (error) {
      // Store the drafts first: the guard unmounts the page with its forms as soon as it sees this error.
      if (isSignedOutError(error)) storeDirtyFormDrafts()
      throw error
    }
  },
  gcTime: Infinity,
})

/** Whether Gaffer refused to read the account (401 or 403). False for an outage and for a response that is not Gaffer's. */
export function isSignedOutError(error: unknown): boolean {
  return hasErrorCode(error, 'not_signed_in', 'not_allowed')
}

export type Me = { user: User; bands: OwnMembership[] }
export type { Band, OwnMembership, User }
/** The ids that identify a membership in paths and bodies of requests. */
export type MembershipKey = Pick<OwnMembership, 'bandId' | 'id'>

export function useMe() {
  return useQuery(meQueryOptions)
}

/** The signed-in user and their memberships. Throws without them: for components that render only while a user is signed in. */
export function useMeOrThrow(): Me {
  const { data } = useMe()
  if (!data) throw new Error('No user is signed in')
  return data
}
