import type { ProfileInput } from '@gaffer/domain/sign-in/user'
import { meQueryOptions } from '#lib/me-query.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'

/** Invalidates all band queries: a member without a name of their own in a band is shown with the name of the profile. */
export function useSaveProfile() {
  return useEndpointMutation('PUT /api/me', {
    changes: 'members',
    input: (body: ProfileInput) => ({ body }),
    onSuccess: ({ user }, client) => client.setQueryData(meQueryOptions.queryKey, (me) => me && { ...me, user }),
  })
}
