// The notice settings: push messages of this device, the email address, and the ways of each group.

import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { usePushDevices } from '#features/notices/push-state.ts'
import { combineReads, nullIfFailed, QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { EmailSection } from './email-section.tsx'
import { NoticeGroupsSection } from './group-section.tsx'
import { OtherPushDevices } from './other-push-devices.tsx'
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
