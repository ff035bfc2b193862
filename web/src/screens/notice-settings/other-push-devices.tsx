// The member's other devices that get push messages. Renders nothing without any.

import { useId } from 'react'
import { useMeOrThrow } from '#lib/me.ts'
import { useOtherPushDevices, useRemovePushDevice } from '#features/notices/push-state.ts'
import { iconForDeviceName } from '#features/sign-in/device-icon.ts'
import { RevocableList } from '#features/sign-in/revocable-list.tsx'
import { formatRelativeTime } from '#lib/format-relative-time.ts'

const texts = {
  loading: 'Loading your other devices',
  notLoaded: 'Your other devices could not be loaded.',
  revoke: 'Turn off',
  question: (name: string) => `Turn off push messages on ${name}?`,
  warning: 'That device gets none until they are turned on there again.',
  revoked: (name: string) => `Push messages are off on ${name}`,
}

export function OtherPushDevices() {
  const id = useId()
  const { user } = useMeOrThrow()
  const query = useOtherPushDevices(user.id)
  const removal = useRemovePushDevice()
  const items = query.data?.map(({ id: subscriptionId, device, createdAt }) => ({
    id: subscriptionId,
    name: device,
    Icon: iconForDeviceName(device),
    details: `Gets push messages, turned on ${formatRelativeTime(Date.parse(createdAt), query.dataUpdatedAt)}`,
  }))
  if (items ? items.length === 0 : !query.error) return null
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-lg font-bold">
        Other devices
      </h2>
      <RevocableList items={items} query={query} texts={texts} revocation={removal} />
    </section>
  )
}
