// The notice settings: push messages of this device, the email address, and the ways of each group.

import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useOptimisticNoticeSettings } from '#features/notices/notice-settings.ts'
import { usePushDevices } from '#features/notices/push-state.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { EmailSection } from './email-section.tsx'
import { NoticeGroupsSection } from './group-section.tsx'
import { OtherPushDevices } from './other-push-devices.tsx'
import { PushSection } from './push-section.tsx'

export function NoticeSettingsPage() {
  const { settings, error, refetch, isFetching } = useOptimisticNoticeSettings()
  const devices = usePushDevices()
  const isLoaded = settings !== undefined && !devices.isPending
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
        {isLoaded && (
          <>
            <EmailSection settings={settings} />
            <NoticeGroupsSection settings={settings} hasPushDevice={devices.data?.length !== 0} />
          </>
        )}
        {!settings && error && (
          <ErrorState
            text={getErrorMessage(error, 'Failed to fetch your notice settings')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {!isLoaded && !error && (
          <SkeletonGroup label="Loading your notice settings">
            <div className="grid grid-cols-1 gap-5">
              <Skeleton className="h-40" isCard />
              <Skeleton className="h-96" isCard />
            </div>
          </SkeletonGroup>
        )}
        <OtherPushDevices />
      </div>
    </div>
  )
}
