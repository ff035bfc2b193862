// What else a gig needs, folded beneath its date, times and place: its gig sheet and its set list.

import { useState } from 'react'
import { SetlistSelect } from '#features/set-lists/setlist-select.tsx'
import { OptionalFields } from '#ui/optional-fields.tsx'
import type { GigSheetEntry } from './gig-sheet-entry.ts'
import type { EventEditing } from './use-event-form.ts'

type Props = { editing: Pick<EventEditing, 'fields' | 'set'>; bandId: string; sheet: GigSheetEntry }

export function MoreForGig({ editing: { fields, set }, bandId, sheet }: Props) {
  // The member folds it after that.
  const [isOpen] = useState(sheet.hasEntries || fields.setlistId !== null)
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
