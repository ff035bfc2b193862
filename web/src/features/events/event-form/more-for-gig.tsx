// The gig sheet and the set list of a gig, folded beneath its date, times and place.

import { useState } from 'react'
import { SetlistSelect } from '#features/set-lists/setlist-select.tsx'
import { OptionalFields } from '#ui/optional-fields.tsx'
import type { GigSheetEntry } from './gig-sheet-entry.ts'
import type { EventEditing } from './use-event-form.ts'

type Props = {
  editing: Pick<EventEditing, 'fields' | 'set'>
  bandId: string | null
  sheet: GigSheetEntry
  isNew: boolean
}

export function MoreForGig({ editing: { fields, set }, bandId, sheet, isNew }: Props) {
  // The member folds it after that.
  const [isOpen] = useState(sheet.hasEntries || (isNew && fields.setlistId !== null))
  if (bandId === null) return null
  return (
    <OptionalFields label="More for this gig" isOpen={isOpen}>
      {sheet.fields}
      <SetlistSelect
        label="Set list"
        bandId={bandId}
        value={fields.setlistId}
        onChange={(setlistId) => set({ setlistId })}
      />
    </OptionalFields>
  )
}
