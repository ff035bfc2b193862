import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import { fetchGigSheetWithLastEditor, type GigSheet } from './queries.ts'
import { diffFields, mergeEdits } from '#lib/edit-conflict.ts'
import { formValuesFromGigSheet, parseGigSheetForm, gigSheetConflictFields } from './gig-sheet-form-values.ts'
import { WaitingEditConflictDialog, type WaitingEditConflict } from '#offline/waiting-edit-conflict-dialog.tsx'

export function GigSheetEditConflictDialog({ conflict, edits }: WaitingEditConflict) {
  const { bandId = '', eventId = '' } = conflict.params
  const before = conflict.before as GigSheet
  // Each edit replaces the whole sheet, so the last edit contains all earlier edits.
  const last = edits.at(-1) ?? conflict
  const own = {
    before: formValuesFromGigSheet(before),
    mine: formValuesFromGigSheet({ ...before, ...(last.body as Partial<GigSheet>) }),
  }
  return (
    <WaitingEditConflictDialog
      conflict={conflict}
      edits={edits}
      title={outboxMessages.sheetOvertaken}
      read={() => fetchGigSheetWithLastEditor({ bandId, eventId })}
      describe={({ sheet, changedBy }) => {
        const differences = diffFields(gigSheetConflictFields, { ...own, theirs: formValuesFromGigSheet(sheet) })
        return { differences, description: gigSheetMessages.gigSheetConflict(changedBy, outboxMessages.whileOffline) }
      }}
      rebase={({ sheet }, edit) => {
        const { input } = parseGigSheetForm(mergeEdits(own.before, own.mine, formValuesFromGigSheet(sheet)))
        return edit.id === last.id && input ? { body: input, version: sheet.version, before: sheet } : null
      }}
    />
  )
}
