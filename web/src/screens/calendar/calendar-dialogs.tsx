// The dialogs of the calendar: day, event details, event form. Each dialog may be opened from the dialog before it in this list.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import { Plus, ArrowRight, Pencil } from 'lucide-react'
import { canEditEvent } from '@gaffer/domain/bands/access'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { memo, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { EventFormWithGigSheet } from '#features/gig-sheets/event-form-with-gig-sheet.tsx'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import type { DialogState } from '#ui/use-dialog-state.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useEvent } from '#features/events/queries.ts'
import { ClashLines } from '#features/clashes/clashes.tsx'
import { WhoSaidNo } from '#features/answers/event-answer-line.tsx'
import { useUnansweredText } from '#features/answers/use-unanswered.ts'
import { EventAnswers } from '#features/answers/event-answers.tsx'
import { notesPropsOfEvent } from '#features/notes/notes-of-event.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { eventNameClassNameFor } from '#features/events/event-type-styles.tsx'
import { eventName } from '#features/events/format-event.ts'
import { hasDirtyForms } from '#ui/open-forms.ts'
import { EditAndDeleteButtons } from '#features/events/event-details/edit-and-delete-buttons.tsx'
import { EventFacts, EventLabels } from '#features/events/event-details/event-facts.tsx'
import { useGigAddress } from '#features/gig-sheets/use-gig-address.ts'
import { EventTabs, useAreEventTabsFirst } from '#features/practice/event-tabs.tsx'
import { ShareEvent } from '#features/events/event-details/share-event.tsx'
import { StatusActions } from '#features/events/event-details/status-actions.tsx'
import { DayEvents } from './month/selected-day.tsx'
import type { CalendarMonthState } from './use-calendar-month.ts'

const FoldedNotes = lazyPart(() => import('#features/notes/folded-notes.tsx'), 'FoldedNotes')

type Props = {
  state: CalendarMonthState
  membership: OwnMembership | null
  addLabel: string
  day: DialogState<string>
  details: DialogState<CalendarEntry>
  form: DialogState<EventFormInitialState>
  /** Called after a save: closes the dialog from which the form was opened. */
  onSaved: () => void
}

/** The order of the dialogs matters: the dialog that was opened first must be the last to restore the focus. */
export function CalendarDialogs({ state, membership, addLabel, day, details, form, onSaved }: Props) {
  const edit = (event: CalendarEntry) => form.open({ event, date: event.date })

  function close() {
    form.close()
    details.close()
    day.close()
  }

  return (
    <>
      {form.subject && (
        <EventFormWithGigSheet
          key={`form-${form.count}`}
          isOpen={form.isOpen}
          subject={form.subject}
          membership={membership}
          today={state.today}
          onClose={form.close}
          onSaved={({ date }) => {
            close()
            onSaved()
            state.setDay(date)
          }}
          onDeleted={close}
        />
      )}
      {details.subject && (
        <EventDetailsDialog
          key={`details-${details.count}`}
          isOpen={details.isOpen}
          event={state.latestVersionOf(details.subject)}
          membership={membership}
          onClose={details.close}
          onDeleted={close}
          onChanged={details.update}
          onEdit={edit}
        />
      )}
      {day.subject && (
        <DayDialog
          isOpen={day.isOpen}
          date={day.subject}
          events={state.eventsOn(day.subject)}
          busy={state.busyOn(day.subject)}
          addLabel={addLabel}
          onOpen={details.open}
          onAdd={() => form.open({ event: null, date: day.subject ?? state.day })}
          onClose={day.close}
        />
      )}
    </>
  )
}

type DayDialogProps = {
  isOpen: boolean
  date: string
  events: readonly CalendarEntry[]
  busy: readonly MemberBusyTime[]
  addLabel: string
  onOpen: (event: CalendarEntry) => void
  onAdd: () => void
  onClose: () => void
}

/** The dialog of a day in the wide month: all its entries, and a button that adds one. */
export function DayDialog({ isOpen, date, events, busy, addLabel, onOpen, onAdd, onClose }: DayDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={weekdayAndDate(date)}
      footer={
        <Button variant="secondary" isWide onClick={onAdd}>
          <Plus aria-hidden="true" className="size-5" />
          {addLabel}
        </Button>
      }
    >
      <DayEvents date={date} events={events} busy={busy} onOpen={onOpen} />
    </Dialog>
  )
}

type EventDetailsDialogProps = {
  isOpen: boolean
  event: CalendarEntry
  membership: OwnMembership | null
  onClose: () => void
  onDeleted: () => void
  /** Called with the stored event after this member has changed its status, or after a failed deletion, when it is read again. */
  onChanged: (stored: CalendarEntry) => void
  onEdit: (event: CalendarEntry) => void
}

/** The event dialog of the calendar, with the content of the event's page. */
export function EventDetailsDialog({
  isOpen,
  event: listed,
  membership,
  onClose,
  onDeleted,
  onChanged,
  onEdit,
}: EventDetailsDialogProps) {
  const { user, bands } = useMeOrThrow()
  // The answer to an event of another band belongs to the membership of that band.
  const ownMembership = listed.type === 'unavailable' ? undefined : bands.find(({ bandId }) => bandId === listed.bandId)
  const event = useLatestEvent(listed, ownMembership?.bandId ?? null, isOpen)
  const { bandName } = listed
  // Keeps `bandName`, which only the lists of other bands' events contain.
  const showChanged = useCallback(
    (stored: CalendarEntry) => onChanged({ ...stored, bandName } as CalendarEntry),
    [onChanged, bandName],
  )
  const address = useGigAddress(event, isOpen ? (ownMembership?.bandId ?? null) : null)
  const areTabsFirst = useAreEventTabsFirst(event)
  const canEdit = canEditEvent({ userId: user.id, membershipId: membership?.id ?? '' }, event)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      // Edit works without a network, because the edit then waits in the outbox. The Delete button shows its own reason while it is
      // disabled.
      footerSaves={false}
      title={<span className={clsx('break-words', eventNameClassNameFor(event))}>{eventName(event)}</span>}
      footer={
        canEdit ? (
          <EditAndDeleteButtons
            event={event}
            onDeleted={onDeleted}
            onChanged={showChanged}
            edit={
              <Button variant="secondary" size="narrow" onClick={() => onEdit(event)}>
                <Pencil aria-hidden="true" className="size-5" />
                Edit
              </Button>
            }
          />
        ) : (
          <p className="py-2 text-muted">{eventMessages.onlyOwnerEdits(event.displayName ?? 'their owner')}</p>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <EventLabels event={event} onLeave={onClose} />
        {areTabsFirst && ownMembership && <EventTabs event={event} bandId={ownMembership.bandId} />}
        <ClashLines eventId={event.id} />
        <EventFacts event={event} address={address} />
        <WhoSaidNo event={event} className="block" />
        {ownMembership && (
          <DeferredAnswersAndActions
            event={event}
            membership={ownMembership}
            areTabsFirst={areTabsFirst}
            onChanged={showChanged}
            onLeave={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

/**
 * The event as stored: the calendar's lists lack answers to events of other bands, and may be older. Without a `bandId`, or while the dialog is
 * closed, returns `listed` or the cached event and reads nothing: the read of a deleted event would fail.
 */
function useLatestEvent(listed: CalendarEntry, bandId: string | null, isOpen: boolean): CalendarEntry {
  const read = useEvent(bandId ?? '', listed.id, { enabled: isOpen && bandId !== null }).data
  return useMemo(() => {
    if (!read || read.version < listed.version) return listed
    return read.type === 'unavailable' ? read : { ...read, bandName: listed.bandName }
  }, [read, listed])
}

type AnswersAndActionsProps = {
  event: CalendarEntry
  membership: OwnMembership
  areTabsFirst: boolean
  onChanged: EventDetailsDialogProps['onChanged']
  onLeave: () => void
}

/**
 * The answers and actions, most of the dialog. Memoised, because closing the dialog does not change them. Rendered after the next paint:
 * opening the dialog took 120 ms with them and takes 80 ms without (4× CPU throttling).
 */
const DeferredAnswersAndActions = memo(function DeferredAnswersAndActions(props: AnswersAndActionsProps) {
  const isShown = useDeferredValue(true, false)
  return isShown && <AnswersAndActions {...props} />
})

function AnswersAndActions({ event, membership, areTabsFirst, onChanged, onLeave }: AnswersAndActionsProps) {
  const [hasHistory, setHasHistory] = useState(false)
  const { bandId } = membership
  const unanswered = useUnansweredText(event, bandId)
  return (
    <>
      <EventAnswers event={event} membership={membership} />
      {/* The fallback is as high as the button of the notes, so that the buttons beneath stay where they are. */}
      <Suspense fallback={<div className="min-h-11" />}>
        <FoldedNotes {...notesPropsOfEvent(event, membership)} />
      </Suspense>
      <StatusActions event={event} unanswered={unanswered} onChanged={onChanged} />
      <div className="flex flex-wrap items-start gap-2">
        <ShareEvent event={event} size="sm" />
        <Link
          to="/bands/$bandId/events/$eventId"
          params={{ bandId, eventId: event.id }}
          className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
          // With unsaved entries, a question comes before the navigation. The dialog stays open in case the member cancels it.
          onClick={() => !hasDirtyForms() && onLeave()}
        >
          Open page
          <ArrowRight aria-hidden="true" className="size-5" />
        </Link>
        {!areTabsFirst && !hasHistory && (
          <Button variant="quiet" size="sm" onClick={() => setHasHistory(true)}>
            {isGigOrFestival(event.type) ? 'Gig sheet and history' : 'Show history'}
          </Button>
        )}
      </div>
      {!areTabsFirst && hasHistory && <EventTabs event={event} bandId={bandId} />}
    </>
  )
}
