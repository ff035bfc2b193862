import { KeyRound } from 'lucide-react'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { RevocableList } from './revocable-list.tsx'

const identityListTexts = {
  loading: 'Loading your linked accounts',
  notLoaded: 'Your linked accounts could not be read.',
  revoke: 'Remove',
  question: (name: string) => `Remove ${name}?`,
  warning: 'It can no longer sign in as you; your phone still can. Devices that are signed in stay signed in.',
  revoked: (name: string) => `${name} can no longer sign in as you`,
}

/** The Google accounts that sign the member in. */
export function LinkedIdentities() {
  // Not cached: other devices change the list without a change notification.
  const query = useEndpoint('GET /api/me/identities', {}, { staleTime: 0, gcTime: 0 })
  const items = query.data?.map(({ id, email, linkedAt }) => ({
    id,
    name: email ?? 'Google account',
    Icon: KeyRound,
    details: `Google, linked ${formatRelativeTime(Date.parse(linkedAt), query.dataUpdatedAt)}`,
  }))
  return <RevocableList items={items} query={query} texts={identityListTexts} revocation={useRemoveIdentity()} />
}

function useRemoveIdentity() {
  return useChange('DELETE /api/me/identities/:identityId', {
    changes: 'nothing',
    failure: { title: 'That account is still linked' },
    input: (identityId: string) => ({ params: { identityId } }),
    invalidates: ['GET /api/me/identities', 'GET /api/me'],
    isDoneIfNotFound: true,
  })
}
