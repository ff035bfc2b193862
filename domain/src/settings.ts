// What a server's operator has set up, as far as the pages must know it.

import * as z from 'zod/mini'

export const Settings = z.strictObject({
  /** The location lookup. The key is one that browsers are given; null where there is none. */
  maps: z.nullable(z.strictObject({ key: z.string(), url: z.string() })),
  /** Whether members can connect to Spotify and search it. */
  spotify: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
