import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Services } from '#services.ts'
import { SpotifyError } from '#providers/spotify-calls.ts'
import type { SpotifyClient } from '#providers/spotify.ts'

export function requireConfiguredSpotify({ spotify }: Services): SpotifyClient {
  if (!spotify) throw new AppError('not_configured', spotifyMessages.spotifyNotConfigured)
  return spotify
}

export function spotifyNotConnectedError(): AppError {
  return new AppError('not_connected', spotifyMessages.spotifyExpired)
}

/** Maps Spotify failures to messages for members. Logs failures of Spotify itself, for operators. */
export async function mapSpotifyErrors<T>({ log }: Services, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error
    if (error.failure === 'unavailable' || error.failure === 'busy')
      log.warn({ detail: error.message }, 'Spotify request failed')
    throw toAppError(error)
  }
}

function toAppError({ failure, retryAfterSeconds }: SpotifyError): AppError {
  switch (failure) {
    case 'expired':
    case 'ended':
      return spotifyNotConnectedError()
    case 'forbidden':
      return new AppError('not_allowed', spotifyMessages.spotifyForbidden)
    case 'absent':
    case 'invalid':
      return new AppError('not_found', spotifyMessages.spotifyAbsent)
    case 'tooLong':
      return new AppError('invalid_input', spotifyMessages.playlistTooLong)
    case 'busy':
      return new AppError('too_many_requests', composeBusySentence(retryAfterSeconds), { retryAfterSeconds })
    case 'unavailable':
      return new AppError('upstream_error', spotifyMessages.spotifyAway)
  }
}

/** A wait of up to 90 seconds means a burst limit, a longer wait an exhausted quota. */
function composeBusySentence(seconds: number): string {
  return seconds <= 90 ? spotifyMessages.spotifyBusy : spotifyMessages.spotifyUsedUp(Math.ceil(seconds / 60))
}

/** In development mode Spotify lets every account connect, and then refuses accounts that are not on the app's allowlist. */
export async function mapUnlistedAccountError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_allowed')
      throw new AppError('not_allowed', spotifyMessages.spotifyUnlisted)
    throw error
  }
}
