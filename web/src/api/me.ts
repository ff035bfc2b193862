// The signed-in person: who they are, their bands, their profile.

import type { Band } from '@gaffer/domain/band'
import type { OwnMembership } from '@gaffer/domain/member'
import type { ProfileInput, User } from '@gaffer/domain/user'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/request.ts'
import { ApiError } from '#lib/api-error.ts'
import { keepDrafts } from '#lib/form-drafts.ts'
import { settleSignOut } from './auth.ts'
import { endpointQuery, refresh } from './reading.ts'

export type Me = { user: User; bands: OwnMembership[] }
export type { Band, OwnMembership, User }

const whoIsThere = endpointQuery('GET /api/me')

export const meQuery = queryOptions({
  ...whoIsThere,
  queryFn: async ({ signal }) => {
    // Somebody who signed out without a signal must not find themselves signed in again.
    await settleSignOut()
    try {
      return await call('GET /api/me', { signal })
    } catch (error) {
      // The page with its forms goes as soon as the guard hears of this.
      if (isSignedOut(error)) keepDrafts()
      throw error
    }
  },
  gcTime: Infinity,
})

/** The server answered and does not know us. An outage is something else, and so is a person without a profile. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 404 && error.status !== 429
}

export function useMe() {
  return useQuery(meQuery)
}

/** For what is drawn only when somebody is signed in. */
export function useSignedIn(): Me {
  const { data } = useMe()
  if (!data) throw new Error('Nobody is signed in here')
  return data
}

export function useSaveProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileInput) => call('PUT /api/me', { body }),
    onSuccess: async ({ user }) => {
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, user })
      // A card in a band without a name of its own shows the person's: in me, and in every list of that band.
      void refresh(client, '/api/bands')
      await client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
    },
  })
}
