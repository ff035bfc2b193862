// Change notifications, which the live stream sends: the band and the kind of data to refetch, never the data itself.

import * as z from 'zod/mini'
import { Id } from './common-schemas.ts'

/**
 * `markup`: what members draw on charts. `members`: memberships and all that depends on them. `deps`: the dep book, requests to deps, and
 * who covers for whom. `notes`: notes, their polls, and which of them are unread. `band`: the band's own details. `notices`: the notices and
 * notice settings of the user who reads the stream.
 */
export const changeKinds = [
  'events',
  'songs',
  'markup',
  'members',
  'invites',
  'band',
  'notices',
  'setlists',
  'deps',
  'recordings',
  'notes',
  'money',
  'enquiries',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** `bandId` is null for `notices`. */
export const ChangeNotification = z.strictObject({ bandId: z.nullable(Id), what: z.enum(changeKinds) })
export type ChangeNotification = z.infer<typeof ChangeNotification>

/** A random id of an open page, so that the page gets no change notifications for its own changes. It authorizes nothing. */
export const PageIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'A page is named by 32 hexadecimal digits'))
