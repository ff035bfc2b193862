// Spotify ids and URLs that stored songs may have. Checked by regular expression, because this package has no URL type: user info,
// ports (except of the fake Spotify), backslashes and spaces are refused.

import * as z from 'zod/mini'
import { songMessages } from './song-messages.ts'

const wrongAddressMessage = songMessages.notSpotifyAddress
const pathPattern = String.raw`\/[\w\-./~%?=&+]{1,400}$`

function createAddressSchema(...hosts: string[]) {
  const host = hosts.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')
  return z.string().check(z.regex(new RegExp(`^https:\\/\\/(?:${host})${pathPattern}`), wrongAddressMessage))
}

/** The host of Spotify's album covers, for the Content-Security-Policy. */
export const spotifyCoverHost = 'i.scdn.co'

export const SpotifyTrackUrlSchema = createAddressSchema('open.spotify.com')
/** A cover of Spotify, or of the fake Spotify on loopback, which the server accepts only in development. */
export const SpotifyCoverUrlSchema = z
  .string()
  .check(
    z.regex(
      new RegExp(String.raw`^(?:https:\/\/i\.scdn\.co|http:\/\/127\.0\.0\.1:\d{1,5})${pathPattern}`),
      wrongAddressMessage,
    ),
  )
export const SpotifyPreviewUrlSchema = createAddressSchema('p.scdn.co')

export const SpotifyIdSchema = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/, 'This is not a Spotify id'))
