// Confirms the removal of a member and lists what it deletes.

import type { Membership } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { useEventsToDeleteWithMember } from '#features/bands/queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { KeepEventsSwitches } from './kept-events.tsx'

type Props = { bandId: string; member: Membership; onClose: () => void }

export function RemoveMemberDialog({ bandId, member, onClose }: Props) {
  const remove = useChange('DELETE /api/bands/:bandId/members/:memberId', {
    changes: 'members',
    failure: { title: 'Error', text: bandMessages.memberNotRemoved },
  })
  const { id: memberId, displayName, status } = member
  const isInvited = status === 'invited'
  const events = useEventsToDeleteWithMember(bandId, memberId, {
    // Once the member is removed, their events can no longer be read (404).
    enabled: !isInvited && !remove.isPending,
  })
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())

  async function confirm() {
    if (!(await remove.send({ params: { bandId, memberId }, body: { keepEventIds: [...kept] } }))) {
      // Keeps the switches of events that still exist, and refetches the list of events.
      if (kept.size > 0) return void events.refetch().then(({ data }) => data && setKept(keepOnlyListedIds(kept, data)))
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
      canConfirm={isInvited || events.data !== undefined}
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {!isInvited && (
        <QueryState
          query={events}
          fallback={`Failed to load ${displayName}'s events`}
          loading={
            <SkeletonGroup label={`Loading ${displayName}'s events`}>
              <Skeleton className="mt-4 h-12" />
            </SkeletonGroup>
          }
          empty={null}
        >
          {(listed) => (
            <KeepEventsSwitches addedBy={displayName} becomes="yours" events={listed} kept={kept} onChange={setKept} />
          )}
        </QueryState>
      )}
    </ConfirmDialog>
  )
}

export function keepOnlyListedIds(kept: ReadonlySet<string>, events: readonly { id: string }[]): Set<string> {
  return new Set(events.flatMap(({ id }) => (kept.has(id) ? id : [])))
}
