// The page of an option group: all its dates side by side, with the answers of all members.

import { optionMessages } from '@gaffer/domain/events/option-messages'
import { useParams } from '@tanstack/react-router'
import { OptionsView } from '#features/answers/options/options-view.tsx'
import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { AbsentEvent, EventOfOtherBand } from '#features/events/absent-event.tsx'
import { hasErrorCode } from '#lib/api-error.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

const heading = 'Dates'

export function OptionsPage() {
  const { bandId, optionGroupId } = useParams({ from: '/cached/signed-in/layout/bands/$bandId/options/$optionGroupId' })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <EventOfOtherBand heading={heading} />
  return <OptionsOfBand key={optionGroupId} membership={membership} optionGroupId={optionGroupId} />
}

function OptionsOfBand({ membership, optionGroupId }: { membership: OwnMembership; optionGroupId: string }) {
  const params = { bandId: membership.bandId, optionGroupId }
  useSelectLinkedBand(params.bandId)
  const group = useEndpoint('GET /api/bands/:bandId/option-groups/:optionGroupId', { params })
  // Checked before the data: deleted dates are still in the query cache.
  if (hasErrorCode(group.error, 'not_found', 'invalid_input')) {
    return <AbsentEvent heading={heading} {...optionMessages.pageAbsent} />
  }
  return (
    <>
      {!group.data && <PageHeading title={heading} />}
      <QueryState
        query={group}
        fallback={optionMessages.notRead}
        loading={
          <SkeletonGroup label="Loading the dates">
            <Skeleton className="h-96" isCard />
          </SkeletonGroup>
        }
      >
        {(data) => (
          <OfflineSavingProvider>
            <OptionsView groupKey={params} group={data} membership={membership} />
          </OfflineSavingProvider>
        )}
      </QueryState>
    </>
  )
}
