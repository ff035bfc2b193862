import * as z from 'zod/mini'

/** UUIDv7 in lower case. Other UUID versions parse too: an unknown id is just not found. */
export const Id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'This is not an id'))

/** An ISO-8601 timestamp in UTC. */
export const Timestamp = z.iso.datetime()

/** A colour as `#rrggbb`. */
export const Color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'Choose a colour such as #60a5fa'))
