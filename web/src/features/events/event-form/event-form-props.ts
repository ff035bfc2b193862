// The props of the event form. A feature imports only features above it in the table of ARCHITECTURE.md. `clashes` and `gig-sheets` are
// below `events`, so they pass their parts of the form as props.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import type { ConflictCheckInput, Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { ComponentType, ReactNode } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import type { EventFormValues } from './event-form-values.ts'
import type { RepeatFormValues, RepeatFieldState } from './repeat-field.tsx'
import type { WhoWillBeToldProps } from './notice-of-save.ts'

/**
 * The values that the form opens with: the event to edit, or null to add one on `date`, which is unused for an edit. `draft`, `dates` (of
 * an option group), `repeat` and `gigSheet` override them; they come from Find a date or from the unsaved fields of an earlier form. `type`
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
  /** `unsaved` has the entries that were made while the save ran. */
  onSaved: (event: CalendarEntry, unsaved: EventFormInitialState | null) => void
  /** Called when another member has deleted the event and the user chooses not to add it again. */
  onDeleted: () => void
}

export type ConflictWarningProps = {
  bandId: string | null
  request: ConflictCheckInput | null
  /** Whether saving asks about each affected event. False for days away whose dates do not change. */
  isAsking: boolean
}

export type RepeatConflictsProps = { fields: EventFormValues; bandId: string | null; repeating: RepeatFieldState }

/** The parts of the form that check for clashes, from the feature `clashes`. */
export type ClashCheck = {
  ConflictWarning: ComponentType<ConflictWarningProps>
  RepeatConflicts: ComponentType<RepeatConflictsProps>
  checkConflicts: (bandId: string | null, request: ConflictCheckInput) => Promise<Conflicts>
}

type VenueOffersProps = { bandId: string; value: string; onChange: (place: string) => void }

/** The gig sheet in the form of a gig, from the feature `gig-sheets`. */
export type GigSheetEntry = {
  /** Renders earlier venues beneath the place. Choosing one fills in the fields of the gig sheet. */
  venues: (props: VenueOffersProps) => ReactNode
  fields: ReactNode
  /** The changed fields of the gig sheet, to store in the form's draft. */
  changes: object
  hasEntries: boolean
  /** Whether all entries are valid. If not, the first invalid one gets the focus. */
  validate: () => boolean
  /** The fields that were changed after the last `validate`. */
  readChangedSinceValidation: () => object
  /** Saves the entries as the gig sheet of the event. A failure is shown in a toast, and the entries are stored for another attempt. */
  save: (gig: CalendarEntry) => Promise<void>
}

/** The key of the form's stored draft: one per calendar. A null `bandId` is the member's own calendar. */
export function eventDraftKey(bandId: string | null): string {
  return `event/${bandId ?? 'personal'}`
}
