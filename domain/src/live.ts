// What open pages are told while they are open: which band to read again, and what of it. Never what it says now.

import * as z from 'zod/mini'
import { Id } from './common-schemas.ts'

/** What of a band can change: `members` who is in it and all that hangs on them, `band` its own details. */
export const changeKinds = ['events', 'songs', 'members', 'invites', 'band'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const Change = z.strictObject({ bandId: Id, what: z.enum(changeKinds) })
export type Change = z.infer<typeof Change>

/** A page's own name for itself, so that it isn't told of what it did: made up by the page, good for nothing else. */
export const PageId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'A page is named by 32 hexadecimal digits'))
