// The form of a gig sheet: saves it over the version that it began with, and detects edit conflicts.

import type { GigSheet } from '@gaffer/domain/gig-sheet'
import { messages } from '@gaffer/domain/messages'
import { useState } from 'react'
import { readStoredGigSheet, useSaveGigSheet, type EventKey } from '#api/gig-sheets.ts'
import { getErrorMessage, hasCode } from '#lib/api-error.ts'
import { isWaiting } from '#lib/waiting-changes.ts'
import { mergeEdits } from '#components/conflicts/merge-edits.ts'
import { useEditConflict } from '#components/use-edit-conflict.ts'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { fieldsOf, readFields, type SheetFields } from './gig-sheet-form-values.ts'

type Theirs = { sheet: GigSheet; changedBy: string | null }

type Options = {
  sheet: GigSheet
  unsaved: Partial<SheetFields> | undefined
  eventKey: EventKey
  /** The event's name. */ name: string
  onSaved: () => void
}

export function useGigSheetForm({ sheet, unsaved, eventKey, name, onSaved }: Options) {
  const [base, setBase] = useState(sheet)
  const [fields, setFields] = useState<SheetFields>(() => ({ ...fieldsOf(sheet), ...unsaved }))
  const { mutateAsync, isPending } = useSaveGigSheet(eventKey, name)
  const { attempt, theirs, dismiss } = useEditConflict<Theirs>((error) =>
    showFailure({ title: messages.gigSheetNotSaved, text: getErrorMessage(error, messages.tryAgain) }),
  )
  const before = fieldsOf(base)

  /** Saves the fields over `over`. Returns false, without a request, if a field is invalid. */
  function save(edited = fields, over = base): boolean {
    const { input } = readFields(edited)
    if (!input) return false
    const send = async () => {
      await mutateAsync({ before: over, body: input })
      showToast(isWaiting(eventKey.eventId) ? messages.gigSheetWaits : { title: messages.gigSheetSaved })
      onSaved()
    }
    void attempt(send, async (error) => (hasCode(error, 'stale') ? readStoredGigSheet(eventKey) : null))
    return true
  }

  /** Saves the stored version with the fields that the member changed. */
  function keepMine({ sheet: stored }: Theirs) {
    const merged = mergeEdits(before, fields, fieldsOf(stored))
    setBase(stored)
    setFields(merged)
    dismiss()
    save(merged, stored)
  }

  return {
    fields,
    before,
    set: (changes: Partial<SheetFields>) => setFields((last) => ({ ...last, ...changes })),
    isDirty: JSON.stringify(fields) !== JSON.stringify(before),
    isSaving: isPending,
    save: () => save(),
    theirs,
    keepMine,
    forgetTheirs: dismiss,
  }
}
