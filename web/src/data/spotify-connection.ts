// The browser's half of a connection to Spotify: an opaque handle, got in a pop-up window and sent with each call.

import type { SpotifyUser } from '@gaffer/domain/spotify'
import { queryOptions } from '@tanstack/react-query'
import { forget, readStored } from '#lib/browser-storage.ts'
import { addressOf, call, send } from '#lib/call.ts'
import { hasStatus } from '#lib/call-error.ts'

const pollMs = 1000

/** Whose account is connected; null where none is. An expired connection is forgotten. */
export const spotifyUserQuery = queryOptions({
  queryKey: addressOf('GET /api/spotify/user').split('/'),
  queryFn: async ({ signal }): Promise<SpotifyUser | null> => {
    const handle = readStored('spotifyAccessToken')
    if (!handle) return null
    try {
      const response = await send(addressOf('GET /api/spotify/user'), { signal, headers: withHandle(handle) })
      return (await response.json()) as SpotifyUser
    } catch (error) {
      if (!hasStatus(error, 401)) throw error
      forgetConnection()
      return null
    }
  },
})

/** Resolves when the pop-up has closed, with whether it left a handle. Throws when there is no pop-up to open. */
export async function connectSpotify(): Promise<boolean> {
  // Opened before the first wait: browsers block windows that no press asked for.
  const popUp = window.open('', 'gaffer-spotify', 'popup,width=600,height=600')
  if (!popUp) throw new Error('The browser opens no window')
  try {
    const { authUrl } = await call('GET /api/spotify/auth')
    popUp.location.href = authUrl
  } catch (error) {
    popUp.close()
    throw error
  }
  await new Promise<void>((resolve) => {
    const poll = setInterval(() => {
      if (!popUp.closed) return
      clearInterval(poll)
      resolve()
    }, pollMs)
  })
  return readStored('spotifyAccessToken') !== null
}

/** Forgets the connection here whatever the server says, and there if it can be reached. */
export async function disconnectSpotify(): Promise<void> {
  const handle = readStored('spotifyAccessToken')
  forgetConnection()
  if (!handle) return
  const request = { method: 'DELETE', headers: withHandle(handle) }
  await send(addressOf('DELETE /api/spotify/connection'), request).catch(() => undefined)
}

function forgetConnection(): void {
  forget('spotifyAccessToken', 'spotifyRefreshToken', 'spotifyPlaylistId', 'spotifyExpiry')
}

function withHandle(handle: string): Record<string, string> {
  return { authorization: `Bearer ${handle}` }
}
