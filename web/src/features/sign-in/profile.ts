import type { ProfileInput } from '@gaffer/domain/sign-in/user'
import { profileMessages } from '@gaffer/domain/sign-in/profile-messages'
import { meQueryOptions } from '#lib/me.ts'
import { useChange } from '#offline/use-change.ts'

/** Invalidates all band queries: a member without a name of their own in a band is shown with the name of the profile. */
export function useSaveProfile() {
  return useChange('PUT /api/me', {
    changes: 'members',
    failure: { title: profileMessages.profileNotUpdated },
    input: (body: ProfileInput) => ({ body }),
    onSuccess: ({ user }, client) => client.setQueryData(meQueryOptions.queryKey, (me) => me && { ...me, user }),
  })
}
