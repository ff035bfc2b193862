import { messages } from '@gaffer/domain/messages'
import { outboxMessages } from '@gaffer/domain/outbox-messages'
import { readStoredGigSheet, type GigSheet } from '#api/gig-sheets.ts'
import { fieldDifferences, mergeEdits } from '#components/conflicts/merge-edits.ts'
import { fieldsOf, readFields, shownFields } from '#components/gig-sheet/gig-sheet-form-values.ts'
import { OvertakenEdit, type ConflictingEdits } from './overtaken-edit.tsx'

export function OvertakenGigSheet({ conflict, edits }: ConflictingEdits) {
  const { bandId = '', eventId = '' } = conflict.params
  const before = conflict.before as GigSheet
  // Each edit replaces the whole sheet, so the last edit contains all of them.
  const last = edits.at(-1) ?? conflict
  const own = { before: fieldsOf(before), mine: fieldsOf({ ...before, ...(last.body as Partial<GigSheet>) }) }
  return (
    <OvertakenEdit
      conflict={conflict}
      edits={edits}
      title={outboxMessages.sheetOvertaken}
      read={() => readStoredGigSheet({ bandId, eventId })}
      describe={({ sheet, changedBy }) => {
        const differences = fieldDifferences(shownFields, { ...own, theirs: fieldsOf(sheet) })
        return { differences, description: messages.gigSheetConflict(changedBy, outboxMessages.whileOffline) }
      }}
      rebase={({ sheet }, edit) => {
        const { input } = readFields(mergeEdits(own.before, own.mine, fieldsOf(sheet)))
        return edit.id === last.id && input ? { body: input, version: sheet.version, before: sheet } : null
      }}
    />
  )
}
