import type { SignedInDevice } from '@gaffer/domain/sign-in/device'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { iconForDeviceName } from './device-icon.ts'
import { RevocableList, type RevocableItem } from './revocable-list.tsx'

const deviceListTexts = {
  loading: 'Loading your devices',
  notLoaded: 'Your devices could not be loaded.',
  revoke: 'Sign out',
  question: (name: string) => `Sign out ${name}?`,
  warning: 'That device has to sign in again. Use this for a phone you have lost or lent.',
  revoked: (name: string) => `${name} is signed out`,
}

export function SignedInDevices() {
  // Not cached: other devices change the list without a change notification.
  const query = useEndpoint('GET /api/me/sessions', {}, { staleTime: 0, gcTime: 0 })
  const items = query.data?.map((device) => toRevocableItem(device, query.dataUpdatedAt))
  return <RevocableList items={items} query={query} texts={deviceListTexts} revocation={useSignOutDevice()} />
}

/** Makes the list item of a device. `now` is in epoch milliseconds. */
function toRevocableItem({ id, device, current, lastSeenAt, createdAt }: SignedInDevice, now: number): RevocableItem {
  const formatTime = (timestamp: string) => formatRelativeTime(Date.parse(timestamp), now)
  return {
    id,
    name: device,
    Icon: iconForDeviceName(device),
    details: `${current ? 'In use now' : `Last used ${formatTime(lastSeenAt)}`}, signed in ${formatTime(createdAt)}`,
    badge: current && <Badge>This device</Badge>,
    // The current session has no button here: Sign Out ends it.
    isFixed: current,
  }
}

function useSignOutDevice() {
  return useChange('DELETE /api/me/sessions/:sessionId', {
    changes: 'session',
    failure: { title: 'That device is still signed in' },
    input: (sessionId: string) => ({ params: { sessionId } }),
    invalidates: ['GET /api/me/sessions'],
    isDoneIfNotFound: true,
  })
}
