// Local storage keys of the Spotify connection. The closing page of the pop-up writes them, the web app reads them. Not in spotify.ts,
// so that pages do not download Zod.

/**
 * `accessToken` is the opaque handle of the connection, `expiry` its end in epoch milliseconds. Tokens of Spotify never reach the
 * browser, so `refreshToken` is empty. Disconnecting clears all four keys; a 401 clears `accessToken` only.
 */
export const spotifyStorageKeys = {
  accessToken: 'gaffer.spotifyAccessToken',
  refreshToken: 'gaffer.spotifyRefreshToken',
  playlistId: 'gaffer.spotifyPlaylistId',
  expiry: 'gaffer.spotifyTokenExpiry',
} as const

/** The postMessage data of a failed Spotify pop-up. If the pop-up closes without it, the member has cancelled. */
export const spotifyFailedMessageData = 'gaffer.spotifyFailed'
