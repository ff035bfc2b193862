// The dialogs that end a membership: leaving the band, and removing a member. Each lists what is deleted with the membership.

import { pickLongestStandingOwner } from '@gaffer/domain/bands/access'
import type { Membership, OwnMembership } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMeOrThrow } from '#lib/me.ts'
import { useEventsToDeleteWithMember, useLeaveBand } from '#features/bands/queries.ts'
import { useOwedPence } from '#features/money/queries.ts'
import type { Take } from '#features/recordings/take-database.ts'
import { namesOfTakes, removeTakes, useTakesOnDevice } from '#features/recordings/takes-on-device.ts'
import { QueryState } from '#lib/query-state.tsx'
import { rememberOwnDeparture, takeOwnDeparture } from '#features/bands/own-departures.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useChange } from '#offline/use-change.ts'
import { KeepEventsSwitches } from './kept-events.tsx'

type Props = { own: OwnMembership; members: readonly Membership[]; onClose: () => void }

export function LeaveBandDialog({ own, members, onClose }: Props) {
  const { id: memberId, bandId, band } = own
  const { user, bands } = useMeOrThrow()
  const isInOtherBands = bands.length > 1
  const owner = pickLongestStandingOwner(own, members)
  const navigate = useNavigate()
  const takes = useTakesOnDevice(user.id)?.filter((take) => take.bandId === bandId)
  const leave = useLeaveBand(bandId, () => {
    void removeTakes(takes ?? [])
    showToast({ title: bandMessages.bandLeft(band.name) })
    void navigate({ to: '/dashboard' })
  })
  const events = useEventsToDeleteWithMember(bandId, memberId, {
    // Once the member has left, the events can no longer be read (404).
    enabled: owner !== null && !leave.isPending && !leave.isSuccess,
  })
  const owedPence = useOwedPence(bandId, memberId)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())

  async function confirm() {
    rememberOwnDeparture(bandId)
    if (await leave.send([...kept])) return
    takeOwnDeparture(bandId)
    const { data } = await events.refetch()
    if (data) setKept(keepOnlyListedIds(kept, data))
  }

  const daysAway = isInOtherBands
    ? 'Your days away stay in your personal calendar.'
    : 'The days away that you entered here are deleted.'
  return (
    <ConfirmDialog
      isOpen
      title={`Leave ${band.name}?`}
      text={
        owner === null
          ? bandMessages.lastOwnerStays
          : `Your events in this band go with you, and so do your answers, your readiness, your vetoes, your votes, what you muted, the markings that only you see, your drafts, your unfinished uploads and your lifts: who rides with you needs another one. Charts and recordings stay, and so do your notes and the markings that you showed to the band, under your name. ${daysAway} Your calendar feed of the band stops, and so do the band's invite links. To come back you need a new invitation.`
      }
      confirmLabel="Leave"
      // The departure can be confirmed only after the events and takes are listed.
      canConfirm={owner !== null && events.data !== undefined && takes !== undefined}
      isBusy={leave.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {owedPence > 0 && <p className="mt-4 font-semibold">{moneyMessages.leavingOwed(formatPounds(owedPence))}</p>}
      {owner !== null && (
        <>
          <TakesToDelete takes={takes ?? []} />
          <QueryState
            query={events}
            fallback="Failed to load your events"
            loading={
              <SkeletonGroup label="Loading your events">
                <Skeleton className="mt-4 h-12" />
              </SkeletonGroup>
            }
            empty={null}
          >
            {(listed) => (
              <KeepEventsSwitches
                addedBy="you"
                becomes={`${owner.displayName}’s`}
                events={listed}
                kept={kept}
                onChange={setKept}
              />
            )}
          </QueryState>
        </>
      )}
    </ConfirmDialog>
  )
}

function TakesToDelete({ takes }: { takes: readonly Take[] }) {
  if (takes.length === 0) return null
  return <p className="mt-4 font-semibold break-words">{bandMessages.takesDeleted(namesOfTakes(takes))}</p>
}

type RemoveMemberDialogProps = { bandId: string; member: Membership; onClose: () => void }

/** Confirms the removal of a member and lists what it deletes. */
export function RemoveMemberDialog({ bandId, member, onClose }: RemoveMemberDialogProps) {
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
  const owedPence = useOwedPence(bandId, memberId)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())

  async function confirm() {
    if (!(await remove.send({ params: { bandId, memberId }, body: { keepEventIds: [...kept] } }))) {
      // After a failure, keeps the switches of events that still exist, and refetches the list of events.
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
      {owedPence > 0 && (
        <p className="mt-4 font-semibold">{moneyMessages.removalOwed(displayName, formatPounds(owedPence))}</p>
      )}
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

function keepOnlyListedIds(kept: ReadonlySet<string>, events: readonly { id: string }[]): Set<string> {
  return new Set(events.flatMap(({ id }) => (kept.has(id) ? id : [])))
}
