// Confirms the removal of a member and lists what it deletes.

import type { Membership } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useState } from 'react'
import { useEventsToDeleteWithMember, useRemoveMember } from '#features/bands/members.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { KeepEventsSwitches } from './kept-events.tsx'

type Props = { bandId: string; member: Membership; onClose: () => void }

export function RemoveMemberDialog({ bandId, member, onClose }: Props) {
  const remove = useRemoveMember(bandId)
  const { id: memberId, displayName, status } = member
  const isInvited = status === 'invited'
  const {
    data: events,
    error,
    refetch,
    isFetching,
  } = useEventsToDeleteWithMember(bandId, memberId, {
    // Once the member is removed, their events can no longer be read (404).
    enabled: !isInvited && !remove.isPending,
  })
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())

  async function confirm() {
    try {
      await remove.mutateAsync({ memberId, keepEventIds: [...kept] })
    } catch (failure) {
      showFailureToast({ title: 'Error', text: getErrorMessage(failure, bandMessages.memberNotRemoved) })
      // Keeps the switches of events that still exist, and refetches the list of events.
      if (kept.size > 0) return void refetch().then(({ data }) => data && setKept(keepOnlyListedIds(kept, data)))
      return onClose()
    }
    showToast({ title: bandMessages.memberRemoved })
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${displayName} from the band?`}
      text={
        isInvited
          ? 'They have not joined yet. Their invitation stops working. This cannot be undone.'
          : `This deletes ${displayName}'s events and availability entries, their readiness and their vetoes. Their calendar feed stops, and so do the band's invite links. This cannot be undone.`
      }
      confirmLabel="Remove"
      // The removal can be confirmed only after the events are listed.
      canConfirm={isInvited || events !== undefined}
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {isInvited ? null : events ? (
        events.length > 0 && (
          <KeepEventsSwitches addedBy={displayName} becomes="yours" events={events} kept={kept} onChange={setKept} />
        )
      ) : error ? (
        <ErrorState
          text={getErrorMessage(error, `Failed to load ${displayName}'s events`)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <SkeletonGroup label={`Loading ${displayName}'s events`}>
          <Skeleton className="mt-4 h-12" />
        </SkeletonGroup>
      )}
    </ConfirmDialog>
  )
}

export function keepOnlyListedIds(kept: ReadonlySet<string>, events: readonly { id: string }[]): Set<string> {
  return new Set(events.flatMap(({ id }) => (kept.has(id) ? id : [])))
}
