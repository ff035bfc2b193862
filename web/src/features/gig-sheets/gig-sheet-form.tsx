// The dialog that edits a gig sheet.

import { messages } from '@gaffer/domain/shared/messages'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import type { Venue } from '@gaffer/domain/gig-sheets/venue'
import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { useEffect, useId, useRef, useState } from 'react'
import { diffFields, mergeEdits, useEditConflict } from '#lib/edit-conflict.ts'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { useFormDraftSource } from '#lib/form-draft.tsx'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { showFailure } from '#lib/show-failure.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { hasWaitingChange } from '#offline/outbox-state.ts'
import { showToast } from '#ui/toast-store.ts'
import { changedValues } from '#lib/changed-values.ts'
import {
  formValuesFromGigSheet,
  gigSheetDraftKey,
  parseGigSheetForm,
  gigSheetConflictFields,
  type GigSheetFormInitialState,
  type GigSheetFormValues,
  changesFromVenue,
} from './gig-sheet-form-values.ts'
import { FillFromLastGig } from './venue-offers.tsx'
import { GigSheetFields } from './gig-sheet-fields.tsx'
import { fetchGigSheetWithLastEditor, useSaveGigSheet } from './queries.ts'

type Props = {
  isOpen: boolean
  subject: GigSheetFormInitialState
  eventKey: EventPathParams
  /** The event's name. */ name: string
  /** The event's place; null without one. */
  place?: string | null
  onClose: () => void
}

export function GigSheetForm(props: Props) {
  return (
    <OfflineSavingProvider>
      <GigSheetDialog {...props} />
    </OfflineSavingProvider>
  )
}

function GigSheetDialog({ isOpen, subject, eventKey, name, place = null, onClose }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // Counts refused submits, so that each one moves the focus to the first invalid field.
  const [refusalCount, setRefusalCount] = useState(0)
  const [venue, setVenue] = useState<Venue | null>(null)
  const isSaved = useRef(false)
  const edit = useGigSheetForm({
    sheet: subject.sheet,
    unsaved: subject.fields,
    eventKey,
    name,
    onSaved: () => {
      isSaved.current = true
      onClose()
    },
  })
  const { fields, before, set, theirs } = edit
  const draft = useFormDraftSource(gigSheetDraftKey(eventKey), (): GigSheetFormInitialState => ({
    sheet: subject.sheet,
    fields: changedValues(before, fields),
  }))
  const errors = (refusalCount > 0 && parseGigSheetForm(fields).errors) || {}

  useEffect(() => {
    if (refusalCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusalCount])

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Gig sheet"
      isDirty={() => edit.isDirty && !isSaved.current}
      draft={draft}
      footer={
        <Button type="submit" form={id} isWide isBusy={edit.isSaving}>
          Save
        </Button>
      }
    >
      <Form
        id={id}
        ref={form}
        onSubmit={() => {
          if (!edit.isSaving && !edit.save()) setRefusalCount(refusalCount + 1)
        }}
      >
        {place !== null && subject.sheet.version === 0 && (
          <FillFromLastGig
            bandId={eventKey.bandId}
            value={place}
            chosen={venue}
            onChoose={(chosen) => {
              set(changesFromVenue(fields, venue, chosen))
              setVenue(chosen)
            }}
          />
        )}
        <GigSheetFields fields={fields} errors={errors} set={set} />
      </Form>
      {theirs && (
        <GigSheetConflictDialog
          before={before}
          mine={fields}
          theirs={formValuesFromGigSheet(theirs.sheet)}
          changedBy={theirs.changedBy}
          isBusy={edit.isSaving}
          onKeepMine={() => edit.keepMine(theirs)}
          onKeepTheirs={() => {
            isSaved.current = true
            edit.forgetTheirs()
            onClose()
          }}
          onClose={edit.forgetTheirs}
        />
      )}
    </Dialog>
  )
}

type ConflictProps = Record<'before' | 'mine' | 'theirs', GigSheetFormValues> & {
  changedBy: string | null
  isBusy: boolean
  onKeepMine: () => void
  onKeepTheirs: () => void
  onClose: () => void
}

function GigSheetConflictDialog({ before, mine, theirs, changedBy, ...dialog }: ConflictProps) {
  const differences = diffFields(gigSheetConflictFields, { before, mine, theirs })
  const description = differences.length > 0 ? gigSheetMessages.gigSheetConflict : gigSheetMessages.gigSheetSameEdit
  return (
    <EditConflictDialog
      description={description(changedBy, messages.whileOpen)}
      differences={differences}
      {...dialog}
    />
  )
}

type TheirGigSheet = { sheet: GigSheet; changedBy: string | null }

type Options = {
  sheet: GigSheet
  unsaved: Partial<GigSheetFormValues> | undefined
  eventKey: EventPathParams
  /** The event's name. */ name: string
  onSaved: () => void
}

/** The state of the form. Saves the sheet as a change of the version that the form opened with, and detects edit conflicts. */
function useGigSheetForm({ sheet, unsaved, eventKey, name, onSaved }: Options) {
  const [baseSheet, setBaseSheet] = useState(sheet)
  const [fields, setFields] = useState<GigSheetFormValues>(() => ({ ...formValuesFromGigSheet(sheet), ...unsaved }))
  const { mutateAsync, isPending } = useSaveGigSheet()
  const { attempt, theirs, dismiss } = useEditConflict<TheirGigSheet>((error) =>
    showFailure(error, { title: gigSheetMessages.gigSheetNotSaved }),
  )
  const before = formValuesFromGigSheet(baseSheet)

  /** Saves the fields as a change of the version `over`. Returns false, without a request, if a field is invalid. */
  function save(edited = fields, over = baseSheet): boolean {
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

  /** Resolves the edit conflict: saves the newly stored version with the fields that this member changed. */
  function keepMine({ sheet: stored }: TheirGigSheet) {
    const merged = mergeEdits(before, fields, formValuesFromGigSheet(stored))
    setBaseSheet(stored)
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
