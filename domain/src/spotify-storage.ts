// Where a browser keeps its connection to the music service: the page that ends the pop-up writes there, the pages read.
// Apart from the shapes, so that a name costs no schema.

/**
 * `accessToken` holds the opaque handle that the server knows the connection by, `expiry` its end in epoch milliseconds;
 * no token of Spotify's ever reaches the browser, so `refreshToken` stays empty. All four are cleared on disconnecting;
 * a 401 from a music-service call clears `accessToken` alone.
 */
export const spotifyStorageKeys = {
  accessToken: 'gaffer.spotifyAccessToken',
  refreshToken: 'gaffer.spotifyRefreshToken',
  playlistId: 'gaffer.spotifyPlaylistId',
  expiry: 'gaffer.spotifyTokenExpiry',
} as const

/** What the pop-up tells the page that opened it when connecting went wrong: closed, it looks like a change of mind. */
export const spotifyFailedNote = 'gaffer.spotifyFailed'
