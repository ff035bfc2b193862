import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import type { ComponentType } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import type { ClashCheck } from './clash-check.ts'
import type { EventFormValues } from './event-form-values.ts'
import type { GigSheetEntry } from './gig-sheet-entry.ts'
import type { RepeatFormValues } from './repeat-dates.ts'
import type { WhoWillBeToldProps } from './notice-of-save.ts'

/**
 * The values that the form opens with: the event to edit, or null to add one on `date`, which is unused for an edit. `draft`, `dates` (of
 * an enquiry), `repeat` and `gigSheet` override them; they come from Find a date or from the unsaved fields of an earlier form. `type`
 * replaces the default type of a new event.
 */
export type EventFormInitialState = {
  event: CalendarEntry | null
  date: string
  type?: BandEventType | undefined
  draft?: Partial<EventFormValues>
  dates?: string[] | null
  repeat?: RepeatFormValues | null
  gigSheet?: GigSheetEntry['changes']
}

export type EventFormProps = {
  isOpen: boolean
  subject: EventFormInitialState
  membership: OwnMembership | null
  today: string
  clashCheck: ClashCheck
  gigSheet: GigSheetEntry
  WhoWillBeTold: ComponentType<WhoWillBeToldProps>
  onClose: () => void
  onSaved: (event: CalendarEntry) => void
  /** Another member deleted the event, and the user accepts that. */
  onDeleted: () => void
}
