// In the last days of a month: asks whether the member is away in the next month, and lists for admins the members who have not answered.

import { findMonthToAskAbout } from '@gaffer/domain/events/month-to-ask-about'
import { monthName } from '@gaffer/domain/shared/dates'
import { joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import type { OwnMembership } from '#lib/me.ts'
import { readStored, writeStored } from '#lib/browser-storage.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { showToast, undoToastMs } from '#ui/toast-store.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'

type Props = {
  membership: OwnMembership
  /** The month that is asked about (`yyyy-MM`). */
  month: string
  onDismiss: () => void
  /** Opens the days-away sheet at a month (`yyyy-MM`). */
  onAway: (month: string) => void
}

/** The state of the question. `isAsked` says whether the member is asked: on a phone the dashboard then makes room for the question. */
export function useMonthQuestion({ id, bandId }: OwnMembership, today: string) {
  const month = findMonthToAskAbout(today)
  const [dismissed, setDismissed] = useState(() => readStored('dismissedMonth'))
  const availability = useMonthAvailability(bandId, month)
  const isOpen = month !== null && dismissed !== month
  const isAsked = isOpen && (availability.data ?? []).some((row) => row.membershipId === id && !row.hasSaid)
  const dismiss = useCallback(() => {
    if (month === null) return
    writeStored('dismissedMonth', month)
    setDismissed(month)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [month])
  return { month: isOpen ? month : null, isAsked, dismiss, availability }
}

export const MonthAvailabilityQuestion = memo(function MonthAvailabilityQuestion({
  membership,
  month,
  onAway,
  onDismiss,
}: Props) {
  const { data: members } = useMonthAvailability(membership.bandId, month)
  const undecidedMembers = members?.filter(({ hasSaid }) => !hasSaid) ?? []
  const isAsked = undecidedMembers.some(({ membershipId }) => membershipId === membership.id)
  const others = undecidedMembers.filter(({ membershipId }) => membershipId !== membership.id)
  const canSeeOthers = membership.permissions.includes('members.invite') && others.length > 0
  if (!isAsked && !canSeeOthers) return null
  const name = monthName(`${month}-01`)
  return (
    <Card as="section" aria-label={`Your ${name}`} className="relative grid grid-cols-1 gap-3 p-3 md:p-4 xl:p-5">
      {isAsked && (
        <>
          <h2 className="pr-10 text-lg font-bold">{eventMessages.monthUnsaid(name)}</h2>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => onAway(month)}>
              I'm away some days
            </Button>
            <AllFreeButton month={month} name={name} />
          </div>
        </>
      )}
      {canSeeOthers && (
        <p className={clsx('text-sm break-words text-muted', !isAsked && 'pr-10')}>
          {eventMessages.monthUnsaidBy(
            joinNamesUpToLimit(others.map(({ displayName }) => displayName)),
            others.length,
            name,
          )}
        </p>
      )}
      <IconButton
        label={`Dismiss ${name}`}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onDismiss}
        className="absolute top-1.5 right-1.5"
      />
    </Card>
  )
})

function AllFreeButton({ month, name }: { month: string; name: string }) {
  const params = { month }
  const markFree = useChange('PUT /api/me/free-months/:month', {
    changes: 'events',
    failure: { title: 'Error', text: eventMessages.monthFreeFailed },
  })
  const unmarkFree = useChange('DELETE /api/me/free-months/:month', {
    changes: 'events',
    failure: { title: 'Error', text: eventMessages.monthFreeNotUndone },
  })

  async function markMonthFree() {
    if (!(await markFree.send({ params }))) return
    showToast({
      title: 'Success',
      text: eventMessages.monthFree(name),
      durationMs: undoToastMs,
      action: {
        label: 'Undo',
        altText: 'Mark days away in the calendar instead',
        onPress: () => void unmarkFree.send({ params }),
      },
    })
  }

  return (
    <Button variant="secondary" size="sm" saves isBusy={markFree.isPending} onClick={() => void markMonthFree()}>
      I can do them all
    </Button>
  )
}

/** Which members have said whether they are free in a month (`yyyy-MM`). A null month is not requested. */
function useMonthAvailability(bandId: string, month: string | null) {
  const query = { month: month ?? '' }
  return useEndpoint('GET /api/bands/:bandId/availability', { params: { bandId }, query }, { enabled: month !== null })
}
