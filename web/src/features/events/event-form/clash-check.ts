// The parts of the event form that check for clashes. `clashes` comes after `events` in the list of features, so it passes them as a prop.

import type { ConflictCheckInput, Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { ComponentType } from 'react'
import type { EventFormValues } from './event-form-values.ts'
import type { RepeatFieldState } from './use-repeat-field.ts'

export type ConflictWarningProps = {
  bandId: string | null
  request: ConflictCheckInput | null
  /** Whether saving asks about each affected event: days away that keep their dates ask nothing. */
  isAsking: boolean
}

export type RepeatConflictsProps = { fields: EventFormValues; bandId: string | null; repeating: RepeatFieldState }

export type ClashCheck = {
  ConflictWarning: ComponentType<ConflictWarningProps>
  RepeatConflicts: ComponentType<RepeatConflictsProps>
  checkConflicts: (bandId: string | null, request: ConflictCheckInput) => Promise<Conflicts>
}
