import { expect, test } from 'vitest'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Services } from '#services.ts'
import { SpotifyError } from '#providers/spotify-calls.ts'
import { mapSpotifyErrors } from './failure.ts'

const services = { log: { warn: () => undefined } } as unknown as Services

test.each([
  [1, 'Spotify is busy. Please try again in a moment.'],
  [90, 'Spotify is busy. Please try again in a moment.'],
  [91, 'Too many requests to Spotify. Please try again in 2 minutes.'],
  [3600, 'Too many requests to Spotify. Please try again in 60 minutes.'],
])(
  'a Spotify rate limit of %d seconds gives the message "%s" and the same retryAfterSeconds',
  async (seconds, sentence) => {
    const refused = mapSpotifyErrors(services, () => Promise.reject(new SpotifyError('busy', 'HTTP 429', seconds)))
    await expect(refused).rejects.toMatchObject({ message: sentence, retryAfterSeconds: seconds })
    await expect(refused).rejects.toBeInstanceOf(AppError)
  },
)
