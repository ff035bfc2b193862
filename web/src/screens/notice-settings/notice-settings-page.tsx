// The notice settings: push messages of this device, the email address, and the ways of each group.

import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useId } from 'react'
import { usePushDevices, useOtherPushDevices, useRemovePushDevice } from '#features/notices/push-state.ts'
import { combineReads, nullIfFailed, QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useMeOrThrow } from '#lib/me.ts'
import { iconForDeviceName } from '#features/sign-in/device-icon.ts'
import { RevocableList } from '#features/sign-in/revocable-list.tsx'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { EmailSection } from './email-section.tsx'
import { NoticeGroupsSection } from './group-section.tsx'
import { PushSection } from './push-section.tsx'

export function NoticeSettingsPage() {
  const settings = useEndpoint('GET /api/me/notice-settings')
  const devices = usePushDevices()
  return (
    <div className="max-w-xl">
      <PageHeading
        title="Notice settings"
        text="The bell has every notice. Choose what else reaches you, and how."
        actions={
          <Link to="/profile" className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}>
            <ChevronLeft aria-hidden="true" className="size-5" />
            Profile
          </Link>
        }
      />
      <div className="grid grid-cols-1 gap-5">
        <PushSection />
        <QueryState
          query={combineReads({ settings, devices: nullIfFailed(devices) })}
          fallback="Failed to fetch your notice settings"
          loading={
            <SkeletonGroup label="Loading your notice settings">
              <div className="grid grid-cols-1 gap-5">
                <Skeleton className="h-40" isCard />
                <Skeleton className="h-96" isCard />
              </div>
            </SkeletonGroup>
          }
        >
          {(data) => (
            <>
              <EmailSection settings={data.settings} />
              <NoticeGroupsSection settings={data.settings} hasPushDevice={data.devices?.length !== 0} />
            </>
          )}
        </QueryState>
        <OtherPushDevices />
      </div>
    </div>
  )
}

const pushDeviceTexts = {
  loading: 'Loading your other devices',
  notLoaded: 'Your other devices could not be loaded.',
  revoke: 'Turn off',
  question: (name: string) => `Turn off push messages on ${name}?`,
  warning: 'That device gets none until they are turned on there again.',
  revoked: (name: string) => `Push messages are off on ${name}`,
}

/** The member's other devices that get push messages. Renders nothing without any. */
function OtherPushDevices() {
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
      <RevocableList items={items} query={query} texts={pushDeviceTexts} revocation={removal} />
    </section>
  )
}
