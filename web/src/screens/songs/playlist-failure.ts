// The toast for a song that changed in the practice list and not in the playlist.

import { messages } from '@gaffer/domain/messages'
import { getErrorMessage } from '#lib/api-error.ts'

/** For a change that the practice list has and the playlist has not: why, and what was done all the same. */
export function playlistFailure(error: unknown, done: string): { title: string; text: string } {
  const why = getErrorMessage(error, messages.syncFailed.text)
  return { title: messages.syncFailed.title, text: `${/[.!?]$/.test(why) ? why : `${why}.`} ${done}` }
}
