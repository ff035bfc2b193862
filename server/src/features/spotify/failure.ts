// What a member is told when Spotify does not do as asked.

import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Deps } from '#deps.ts'
import { SpotifyError } from '#providers/spotify-calls.ts'
import type { Spotify } from '#providers/spotify.ts'

export function configured({ spotify }: Deps): Spotify {
  if (!spotify) throw new Refusal('not_configured', messages.spotifyNotConfigured)
  return spotify
}

export function notConnected(): Refusal {
  return new Refusal('not_connected', messages.spotifyExpired)
}

/** Does `work`, and turns Spotify's failures into refusals. Only those that an operator could mend are logged. */
export async function orRefuse<T>({ log }: Deps, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error
    if (error.failure === 'unavailable' || error.failure === 'busy')
      log.warn({ detail: error.message }, 'Spotify failed')
    throw refusalOf(error)
  }
}

function refusalOf({ failure, retryAfterSeconds }: SpotifyError): Refusal {
  switch (failure) {
    case 'expired':
    case 'ended':
      return notConnected()
    case 'forbidden':
      return new Refusal('not_allowed', messages.spotifyForbidden)
    case 'absent':
    case 'invalid':
      return new Refusal('not_found', messages.spotifyAbsent)
    case 'tooLong':
      return new Refusal('invalid_input', messages.playlistTooLong)
    case 'busy':
      return new Refusal('too_many_requests', busySentence(retryAfterSeconds), { retryAfterSeconds })
    case 'unavailable':
      return new Refusal('outside_failed', messages.spotifyAway)
  }
}

/** A burst is over in a moment; a quota that is used up takes longer to come back. */
function busySentence(seconds: number): string {
  return seconds <= 90 ? messages.spotifyBusy : messages.spotifyUsedUp(Math.ceil(seconds / 60))
}

/** While an application is in development, Spotify lets anybody connect and then refuses all but those it was told of. */
export async function orUnlisted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_allowed')
      throw new Refusal('not_allowed', messages.spotifyUnlisted)
    throw error
  }
}
