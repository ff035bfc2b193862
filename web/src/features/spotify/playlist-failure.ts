import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { getErrorMessage } from '#lib/api-error.ts'

/** Makes the toast for a song that was changed in the practice list but not in the Spotify playlist. `done` is a sentence about the change in the practice list. */
export function playlistFailureToast(error: unknown, done: string): { title: string; text: string } {
  const reason = getErrorMessage(error, spotifyMessages.syncFailed.text)
  return { title: spotifyMessages.syncFailed.title, text: `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${done}` }
}
