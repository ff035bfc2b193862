// The gig sheet in the form of a new gig: its entries, and the request that saves them once the gig is stored.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { messages } from '@gaffer/domain/shared/messages'
import { useEffect, useRef, useState } from 'react'
import type { GigSheetEntry } from '#features/events/event-form/gig-sheet-entry.ts'
import { eventName } from '#features/events/format-event.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { changedValues } from '#lib/changed-values.ts'
import { deleteFormDraft, storeFormDraft } from '#lib/form-drafts.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { showFailureToast, showToast, undoToastMs } from '#ui/toast-store.ts'
import { GigSheetFields } from './gig-sheet-fields.tsx'
import {
  formValuesFromGigSheet,
  gigSheetDraftKey,
  parseGigSheetForm,
  type GigSheetFormInitialState,
  type GigSheetFormValues,
} from './gig-sheet-form-values.ts'
import { useSaveGigSheet } from './queries.ts'

const empty = formValuesFromGigSheet(emptyGigSheet)

/** `unsaved` are the entries of an earlier form. */
export function useGigSheetEntry(unsaved: Partial<GigSheetFormValues> | undefined): GigSheetEntry {
  const { user } = useMeOrThrow()
  const { mutateAsync } = useSaveGigSheet()
  const [fields, setFields] = useState<GigSheetFormValues>({ ...empty, ...unsaved })
  // Counts refused submits: each moves the focus to the first wrong field.
  const [refusals, setRefusals] = useState(0)
  const container = useRef<HTMLDivElement>(null)
  const changes = changedValues(empty, fields)
  const hasEntries = Object.keys(changes).length > 0
  const errors = (refusals > 0 && parseGigSheetForm(fields).errors) || {}

  useEffect(() => {
    if (refusals === 0) return
    container.current?.closest('details')?.setAttribute('open', '')
    container.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  function check(): boolean {
    const isValid = parseGigSheetForm(fields).input !== null
    if (!isValid) setRefusals(refusals + 1)
    return isValid
  }

  async function save(gig: CalendarEntry): Promise<void> {
    await attempt(gig)
  }

  /** After a failure the gig's page offers the entries again, also when the toast is gone. Resolves to whether they are saved. */
  async function attempt(gig: CalendarEntry): Promise<boolean> {
    const { input } = parseGigSheetForm(fields)
    if (!hasEntries || !input || !gig.bandId) return true
    const draftKey = gigSheetDraftKey(gig.id)
    const eventKey = { bandId: gig.bandId, eventId: gig.id }
    try {
      await mutateAsync({ eventKey, name: eventName(gig), before: emptyGigSheet, body: input })
      deleteFormDraft(user.id, draftKey)
      return true
    } catch (error) {
      const draft: GigSheetFormInitialState = { sheet: emptyGigSheet, fields: changes }
      storeFormDraft(user.id, draftKey, draft)
      showFailureToast({
        title: gigSheetMessages.gigSavedWithoutSheet,
        text: getErrorMessage(error, messages.tryAgain),
        durationMs: undoToastMs,
        action: { label: 'Try again', altText: gigSheetMessages.gigSheetKept, onPress: () => void tryAgain(gig) },
      })
      return false
    }
  }

  async function tryAgain(gig: CalendarEntry) {
    if (await attempt(gig)) showToast({ title: gigSheetMessages.gigSheetSaved })
  }

  return {
    fields: (
      <div ref={container} className="grid grid-cols-1 gap-5">
        <GigSheetFields
          fields={fields}
          errors={errors}
          set={(edited) => setFields((last) => ({ ...last, ...edited }))}
          isShort
        />
      </div>
    ),
    changes,
    hasEntries,
    check,
    save,
  }
}
