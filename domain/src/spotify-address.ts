// Spotify's identifiers, and addresses on its own hosts: all that a stored song may link to or show.
// By pattern, since this package has no URL type: no user part, port, backslash or space can slip in.

import * as z from 'zod/mini'
import { messages } from './messages.ts'

const wrong = messages.notSpotifyAddress
const path = String.raw`\/[\w\-./~%?=&+]{1,400}$`

function addressOn(...hosts: string[]) {
  const host = hosts.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')
  return z.string().check(z.regex(new RegExp(`^https:\\/\\/(?:${host})${path}`), wrong))
}

/** Where Spotify serves album covers: the pages may load pictures from here. */
export const imageHost = 'i.scdn.co'

export const TrackAddress = addressOn('open.spotify.com')
/** A cover at Spotify; or at a stand-in for it on this machine, which the server takes only while it uses that one. */
export const TrackImage = z
  .string()
  .check(z.regex(new RegExp(String.raw`^(?:https:\/\/i\.scdn\.co|http:\/\/127\.0\.0\.1:\d{1,5})${path}`), wrong))
export const PreviewAddress = addressOn('p.scdn.co')

/** Base62, 22 characters. */
export const SpotifyId = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/, 'This is not a Spotify id'))
