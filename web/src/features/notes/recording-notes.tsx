// The notes of a recording, folded below it.

import type { Recording } from '@gaffer/domain/recordings/recording'
import { seek, usePlayer } from '#features/recordings/player-store.ts'
import type { OwnMembership } from '#lib/me.ts'
import { FoldedNotes } from './folded-notes.tsx'
import { readerPropsOf } from './notes-of-event.ts'

/** A new note is pinned to the second that plays. Pressing the second of a note plays from there. */
export function RecordingNotes({ recording, membership }: { recording: Recording; membership: OwnMembership }) {
  const player = usePlayer()
  const isChosen = player.recording?.id === recording.id
  return (
    <FoldedNotes
      {...readerPropsOf(membership)}
      about={{ kind: 'recording', id: recording.id }}
      name={recording.name}
      noteCount={recording.noteCount}
      hasUnreadNotes={recording.hasUnreadNotes}
      atSeconds={isChosen ? Math.floor(player.atSeconds) : null}
      onSecond={isChosen ? seek : undefined}
    />
  )
}
