import type { ComponentProps } from 'react'
import type { ClashCheck } from '#features/events/event-form/clash-check.ts'
import { EventForm } from '#features/events/event-form/event-form.tsx'
import { checkConflicts } from './conflicts.ts'
import { WhoWillBeTold } from '#features/notices/who-will-be-told.tsx'
import { ConflictWarning } from './conflict-warning.tsx'
import { RepeatConflicts } from './repeat-conflicts.tsx'

const clashCheck: ClashCheck = { ConflictWarning, RepeatConflicts, checkConflicts }

/** The event form as all pages show it: with its warnings of clashes, and with who will be told. */
export function ClashCheckedEventForm(props: Omit<ComponentProps<typeof EventForm>, 'clashCheck' | 'WhoWillBeTold'>) {
  return <EventForm {...props} clashCheck={clashCheck} WhoWillBeTold={WhoWillBeTold} />
}
