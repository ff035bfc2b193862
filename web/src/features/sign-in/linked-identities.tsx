import { KeyRound } from 'lucide-react'
import { useLinkedIdentities, useRemoveIdentity } from './sessions.ts'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { RevocableList } from './revocable-list.tsx'

const texts = {
  loading: 'Loading your linked accounts',
  notLoaded: 'Your linked accounts could not be read.',
  revoke: 'Remove',
  question: (name: string) => `Remove ${name}?`,
  warning: 'It can no longer sign in as you; your phone still can. Devices that are signed in stay signed in.',
  revoked: (name: string) => `${name} can no longer sign in as you`,
}

/** The Google accounts that sign the member in. */
export function LinkedIdentities() {
  const query = useLinkedIdentities()
  const items = query.data?.map(({ id, email, linkedAt }) => ({
    id,
    name: email ?? 'Google account',
    Icon: KeyRound,
    details: `Google, linked ${formatRelativeTime(Date.parse(linkedAt), query.dataUpdatedAt)}`,
  }))
  return <RevocableList items={items} query={query} texts={texts} revocation={useRemoveIdentity()} />
}
