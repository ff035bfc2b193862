// Not in recording.ts: the player does not download the schemas of recording.ts.

import type { RecordingMediaType } from './recording.ts'

/** The extension of a downloaded recording, by its media type. */
export const recordingExtensions: Record<RecordingMediaType, string> = {
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/webm': '.webm',
  'audio/wav': '.wav',
  'audio/flac': '.flac',
}
