// The notes of a recording, folded below it.

import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { play, seek, usePlayer } from '#features/recordings/player-store.ts'
import type { OwnMembership } from '#lib/me.ts'
import { FoldedNotes } from './folded-notes.tsx'
import { readerPropsOf } from './notes-of-event.ts'

/**
 * While the recording is loaded in the player, a new note is pinned to the current second. A press on the second of a note seeks to it,
 * or plays the recording from there if it is not loaded.
 */
export function RecordingNotes({ recording, membership }: { recording: ShownRecording; membership: OwnMembership }) {
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
      onSeek={isChosen ? seek : (seconds) => play(recording, membership.bandId, seconds)}
    />
  )
}
