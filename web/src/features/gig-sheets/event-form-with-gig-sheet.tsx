import type { ComponentProps } from 'react'
import { checkConflicts } from '#features/clashes/conflicts.ts'
import { ConflictWarning } from '#features/clashes/conflict-warning.tsx'
import { RepeatConflicts } from '#features/clashes/repeat-conflicts.tsx'
import type { ClashCheck, EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import { EventForm } from '#features/events/event-form/event-form.tsx'
import { WhoWillBeTold } from '#features/notices/who-will-be-told.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { useGigSheetEntry } from './use-gig-sheet-entry.tsx'

const clashCheck: ClashCheck = { ConflictWarning, RepeatConflicts, checkConflicts }

type FormProps = Omit<ComponentProps<typeof EventForm>, 'clashCheck' | 'gigSheet' | 'WhoWillBeTold'>
type Props = Omit<FormProps, 'onSaved'> & { onSaved: (event: Parameters<FormProps['onSaved']>[0]) => void }

/**
 * The event form as all pages show it: with the clash warnings, the line that names the recipients of the notice, and the gig sheet of a gig.
 * Entries that were made during the save are kept: the form opens again with them, to edit the saved event.
 */
export function EventFormWithGigSheet({ onSaved, ...props }: Props) {
  const { subject, count, open } = useDialogState<EventFormInitialState>()
  return (
    <FormWithGigSheet
      key={count}
      {...props}
      subject={subject ?? props.subject}
      onSaved={(event, unsaved) => (unsaved ? open(unsaved) : onSaved(event))}
    />
  )
}

function FormWithGigSheet(props: FormProps) {
  const gigSheet = useGigSheetEntry(props.subject.event, props.subject.gigSheet)
  return <EventForm {...props} clashCheck={clashCheck} gigSheet={gigSheet} WhoWillBeTold={WhoWillBeTold} />
}
