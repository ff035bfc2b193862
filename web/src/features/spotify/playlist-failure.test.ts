import { songMessages } from '@gaffer/domain/songs/song-messages'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { expect, test } from 'vitest'
import { ApiError } from '#lib/api-error.ts'
import { playlistFailureToast } from './playlist-failure.ts'

test('the toast after a song could not be added to the Spotify playlist says that the song was added to the practice list', () => {
  expect(playlistFailureToast(new ApiError(502, '', ''), songMessages.songAddedHereOnly)).toEqual({
    title: 'Sync failed',
    text: 'Could not sync to Spotify playlist. The song was added to the practice list.',
  })
})

test('the toast after the Spotify playlist could not be changed starts with the reason of the server', () => {
  const reply = JSON.stringify({ code: 'not_allowed', message: 'You can only do that with your own Spotify playlists' })
  expect(playlistFailureToast(new ApiError(403, '', reply), songMessages.songRemovedHereOnly).text).toBe(
    'You can only do that with your own Spotify playlists. The song was removed from the practice list.',
  )
  const expired = JSON.stringify({ code: 'not_signed_in', message: spotifyMessages.spotifyExpired })
  expect(playlistFailureToast(new ApiError(401, '', expired), songMessages.songAddedHereOnly).text).toBe(
    'Your Spotify connection has expired. Please connect again. The song was added to the practice list.',
  )
})
