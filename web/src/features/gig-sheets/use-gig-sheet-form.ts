// The form of a gig sheet: saves it over the version that it began with, and detects edit conflicts.

import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { useState } from 'react'
import { showFailure } from '#lib/show-failure.ts'
import { fetchGigSheetWithLastEditor, useSaveGigSheet } from './queries.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { hasWaitingChange } from '#offline/outbox-state.ts'
import { mergeEdits } from '#lib/merge-edits.ts'
import { useEditConflict } from '#lib/use-edit-conflict.ts'
import { showToast } from '#ui/toast-store.ts'
import { formValuesFromGigSheet, parseGigSheetForm, type GigSheetFormValues } from './gig-sheet-form-values.ts'

type Theirs = { sheet: GigSheet; changedBy: string | null }

type Options = {
  sheet: GigSheet
  unsaved: Partial<GigSheetFormValues> | undefined
  eventKey: EventPathParams
  /** The event's name. */ name: string
  onSaved: () => void
}

export function useGigSheetForm({ sheet, unsaved, eventKey, name, onSaved }: Options) {
  const [base, setBase] = useState(sheet)
  const [fields, setFields] = useState<GigSheetFormValues>(() => ({ ...formValuesFromGigSheet(sheet), ...unsaved }))
  const { mutateAsync, isPending } = useSaveGigSheet()
  const { attempt, theirs, dismiss } = useEditConflict<Theirs>((error) =>
    showFailure(error, { title: gigSheetMessages.gigSheetNotSaved }),
  )
  const before = formValuesFromGigSheet(base)

  /** Saves the fields over `over`. Returns false, without a request, if a field is invalid. */
  function save(edited = fields, over = base): boolean {
    const { input } = parseGigSheetForm(edited)
    if (!input) return false
    const send = async () => {
      await mutateAsync({ eventKey, name, before: over, body: input })
      showToast(
        hasWaitingChange(eventKey.eventId) ? gigSheetMessages.gigSheetWaits : { title: gigSheetMessages.gigSheetSaved },
      )
      onSaved()
    }
    void attempt(send, async (error) => (hasErrorCode(error, 'stale') ? fetchGigSheetWithLastEditor(eventKey) : null))
    return true
  }

  /** Saves the stored version with the fields that the member changed. */
  function keepMine({ sheet: stored }: Theirs) {
    const merged = mergeEdits(before, fields, formValuesFromGigSheet(stored))
    setBase(stored)
    setFields(merged)
    dismiss()
    save(merged, stored)
  }

  return {
    fields,
    before,
    set: (changes: Partial<GigSheetFormValues>) => setFields((last) => ({ ...last, ...changes })),
    isDirty: JSON.stringify(fields) !== JSON.stringify(before),
    isSaving: isPending,
    save: () => save(),
    theirs,
    keepMine,
    forgetTheirs: dismiss,
  }
}
