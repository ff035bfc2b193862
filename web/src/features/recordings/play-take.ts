import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { play } from './player-store.ts'
import { readTake, type Take } from './take-database.ts'

/** Plays a take from its pieces on this device. The player shows it like a recording that the server has. */
export async function playTake(take: Take): Promise<void> {
  const { id, bandId, eventId, name, seconds, marks, startedAt } = take
  const content = await readTake(take)
  const recording: ShownRecording = {
    id,
    eventId,
    name,
    bytes: content.size,
    seconds,
    // Not used for playback: the browser detects the type from the content of the URL.
    mime: 'audio/webm',
    url: URL.createObjectURL(content),
    marks: [...marks],
    isKept: true,
    expiresAt: null,
    recordedAt: new Date(startedAt).toISOString(),
    uploadedBy: null,
    noteCount: 0,
    hasUnreadNotes: false,
    version: 1,
  }
  play(recording, bandId)
}
