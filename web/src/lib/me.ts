// The signed-in user and their memberships.

import type { Band } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { User } from '@gaffer/domain/sign-in/user'
import { useQuery } from '@tanstack/react-query'
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
