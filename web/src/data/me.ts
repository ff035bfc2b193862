// The signed-in person: who they are, their bands, their profile.

import type { Band } from '@gaffer/domain/band'
import type { OwnMembership } from '@gaffer/domain/member'
import type { ProfileInput, User } from '@gaffer/domain/user'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { reading } from './reading.ts'

export type Me = { user: User; bands: OwnMembership[] }
export type { Band, OwnMembership, User }

export const meQuery = { ...reading('GET /api/me'), gcTime: Infinity }

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
    onSuccess: ({ user }) => {
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, user })
    },
  })
}
