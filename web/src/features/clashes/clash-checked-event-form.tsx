import type { ComponentProps } from 'react'
import type { ClashCheck } from '#features/events/event-form/clash-check.ts'
import { EventForm } from '#features/events/event-form/event-form.tsx'
import { checkConflicts } from './conflicts.ts'
import { ConflictWarning } from './conflict-warning.tsx'
import { RepeatConflicts } from './repeat-conflicts.tsx'

const clashCheck: ClashCheck = { ConflictWarning, RepeatConflicts, checkConflicts }

/** The event form as all pages show it: with its warnings of clashes. */
export function ClashCheckedEventForm(props: Omit<ComponentProps<typeof EventForm>, 'clashCheck'>) {
  return <EventForm {...props} clashCheck={clashCheck} />
}
