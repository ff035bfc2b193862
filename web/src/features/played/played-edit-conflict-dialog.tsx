import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import type { PlayedListInput, PlayedList } from '@gaffer/domain/played/played'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import { WaitingEditConflictDialog, type WaitingEditConflict } from '#offline/waiting-edit-conflict-dialog.tsx'
import { diffPlayed, rebasePlayed } from './played-edit-conflict.ts'
import { fetchStoredPlayed } from './queries.ts'

export function PlayedEditConflictDialog({ conflict, edits }: WaitingEditConflict) {
  const { bandId = '', eventId = '' } = conflict.params
  // Each edit replaces the whole list, so the last edit contains all earlier edits.
  const last = edits.at(-1) ?? conflict
  const edit = { before: conflict.before as PlayedList, body: last.body as PlayedListInput }
  return (
    <WaitingEditConflictDialog
      conflict={conflict}
      edits={edits}
      title={outboxMessages.playedOvertaken}
      read={() => fetchStoredPlayed({ bandId, eventId })}
      describe={(theirs) => ({
        differences: diffPlayed(edit, theirs),
        description: playedMessages.conflict(outboxMessages.whileOffline),
      })}
      rebase={(theirs, { id }) => (id === last.id ? { ...rebasePlayed(edit, theirs), version: theirs.version } : null)}
    />
  )
}
