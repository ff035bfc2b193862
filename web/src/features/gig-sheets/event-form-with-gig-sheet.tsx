import type { ComponentProps } from 'react'
import { checkConflicts } from '#features/clashes/conflicts.ts'
import { ConflictWarning } from '#features/clashes/conflict-warning.tsx'
import { RepeatConflicts } from '#features/clashes/repeat-conflicts.tsx'
import type { ClashCheck } from '#features/events/event-form/event-form-props.ts'
import { EventForm } from '#features/events/event-form/event-form.tsx'
import { WhoWillBeTold } from '#features/notices/who-will-be-told.tsx'
import { useGigSheetEntry } from './use-gig-sheet-entry.tsx'

const clashCheck: ClashCheck = { ConflictWarning, RepeatConflicts, checkConflicts }

/** The event form as all pages show it: with its warnings of clashes, who will be told, and the gig sheet of a gig. */
export function EventFormWithGigSheet(
  props: Omit<ComponentProps<typeof EventForm>, 'clashCheck' | 'gigSheet' | 'WhoWillBeTold'>,
) {
  const gigSheet = useGigSheetEntry(props.subject.event, props.subject.gigSheet)
  return <EventForm {...props} clashCheck={clashCheck} gigSheet={gigSheet} WhoWillBeTold={WhoWillBeTold} />
}
