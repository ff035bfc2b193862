// Public settings of a server.

import * as z from 'zod/mini'

export const ServerSettings = z.strictObject({
  /** Google Maps for the location search; the key is public. Null if not configured. */
  maps: z.nullable(z.strictObject({ key: z.string(), url: z.string() })),
  /** Whether Spotify is configured. */
  spotify: z.boolean(),
  /** The key that a browser needs to subscribe to push messages (RFC 8292), in base64url. */
  vapidPublicKey: z.string(),
})
export type ServerSettings = z.infer<typeof ServerSettings>
