import * as z from 'zod/mini'

/** Whether the entry "Song Lists" of the navigation says that it is coming soon, as in the specification, or leads to the songs. */
export const SongListsEntry = z.enum(['soon', 'open'])
export type SongListsEntry = z.infer<typeof SongListsEntry>

export const PublicSettings = z.strictObject({
  /** Google Maps for the location search; the key is public. Null if not configured. */
  maps: z.nullable(z.strictObject({ key: z.string(), url: z.string() })),
  /** Whether Spotify is configured. */
  spotify: z.boolean(),
  /** The key that a browser needs to subscribe to push messages (RFC 8292), in base64url. */
  vapidPublicKey: z.string(),
  songLists: SongListsEntry,
  /** The maximum size in bytes of an uploaded chart, and of a recording. */
  maxChartBytes: z.int(),
  maxRecordingBytes: z.int(),
  /** Whether reports of notes, charts and recordings reach the operator (OPERATOR_EMAIL). */
  takesReports: z.boolean(),
})
export type PublicSettings = z.infer<typeof PublicSettings>
