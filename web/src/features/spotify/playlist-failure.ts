import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { getErrorMessage } from '#lib/api-error.ts'

/** Toast for a song that changed in the practice list but not in the Spotify playlist. */
export function playlistFailureToast(error: unknown, done: string): { title: string; text: string } {
  const why = getErrorMessage(error, spotifyMessages.syncFailed.text)
  return { title: spotifyMessages.syncFailed.title, text: `${/[.!?]$/.test(why) ? why : `${why}.`} ${done}` }
}
