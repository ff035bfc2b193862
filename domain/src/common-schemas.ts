// Ids and the few scalar shapes that several nouns share.

import * as z from 'zod/mini'

/** UUIDv7 in lower-case text. Any UUID version parses, since only the server mints ids and an unknown one is simply absent. */
export const Id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'This is not an id'))

/** ISO-8601 in UTC. */
export const Timestamp = z.iso.datetime()

/** #rrggbb */
export const Color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'Choose a colour such as #60a5fa'))
