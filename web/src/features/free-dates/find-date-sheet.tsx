// The sheet that searches for dates on which the members are free.

import type { DateAvailability } from '@gaffer/domain/free-dates/free-dates'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import { useMemo, useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useFreeDates, defaultFreeDateFilters, freeDatesQueryOrError } from './free-date-filters.ts'
import type { OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { FreeDateFilterFields } from './free-date-filter-fields.tsx'
import { FreeDateList } from './free-date-list.tsx'
import { formatFoundDates } from './format-free-date.ts'

type Props = {
  isOpen: boolean
  membership: OwnMembership
  today: string
  onClose: () => void
  /** Opens the event form with the chosen dates. */
  onChosen: (subject: EventFormInitialState) => void
}

const debounceMs = 250

export function FindDateSheet({ isOpen, membership: { id, bandId }, today, onClose, onChosen }: Props) {
  const { data: allMembers } = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const members = useMemo(() => (allMembers ?? []).filter(({ status }) => status === 'active'), [allMembers])
  const [filters, setFilters] = useState(() => defaultFreeDateFilters(today))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const request = useMemo(
    () =>
      freeDatesQueryOrError(
        filters,
        members.map(({ id }) => id),
      ),
    [filters, members],
  )
  const debouncedRequest = useDebouncedValue(request, debounceMs)
  const freeDates = useFreeDates(bandId, typeof debouncedRequest === 'object' && allMembers ? debouncedRequest : null)
  const dates = freeDates.data && typeof request === 'object' ? freeDates.data.dates : null
  // Leaves out a chosen date that is no longer found because the filters have changed.
  const pickedDates = chosen.filter((date) => dates?.some((one) => one.date === date)).toSorted()

  function toggleDate({ date }: DateAvailability) {
    setChosen(chosen.includes(date) ? chosen.filter((one) => one !== date) : [...chosen, date])
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Find a date"
      description={freeDateMessages.findDateHint}
      height="tall"
      footer={<ChosenDates dates={pickedDates} onUse={() => onChosen(eventFormStateFor(pickedDates))} />}
    >
      <FreeDateFilterFields bandId={bandId} today={today} members={members} choices={filters} onChange={setFilters} />
      <output className="mt-5 mb-2 block font-medium">
        {typeof request === 'string' ? request : dates ? formatFoundDates(dates) : 'Looking for dates'}
      </output>
      {dates ? (
        <FreeDateList
          dates={dates}
          named={{ members, ownMembershipId: id }}
          chosen={pickedDates}
          onChoose={toggleDate}
        />
      ) : (
        <QueryState
          query={freeDates}
          fallback={messages.tryAgain}
          loading={typeof request === 'object' && <Skeleton className="h-60" />}
        />
      )}
    </Dialog>
  )
}

/** The initial state of the event form: a pencilled event for one date, an option group for several dates. */
function eventFormStateFor(dates: readonly string[]): EventFormInitialState {
  const [date = ''] = dates
  if (dates.length === 1) return { event: null, date, draft: { status: 'tentative' } }
  return { event: null, date, dates: [...dates], draft: { asksAnswers: true } }
}

function ChosenDates({ dates, onUse }: { dates: readonly string[]; onUse: () => void }) {
  const isTooMany = dates.length > limits.mostOptions
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <output className="text-muted">
        {dates.length === 0
          ? freeDateMessages.tapDates
          : isTooMany
            ? freeDateMessages.fewerDates
            : `${dates.length} chosen`}
      </output>
      <Button disabled={dates.length === 0 || isTooMany} onClick={onUse}>
        {dates.length > 1 ? `Ask about these ${dates.length}` : 'Pencil it'}
      </Button>
    </div>
  )
}
