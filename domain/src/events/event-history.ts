// The history of an event: its changed fields, with member and time.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'

const FieldValue = z.nullable(z.union([z.string(), z.boolean()]))

/**
 * One change, which made `version`. `fields` are names of `EventInput` with their stored values; empty when the event was added.
 * `membershipId` is null once the member has left; the name of an erased account is "Former member".
 */
export const EventHistoryEntry = z.strictObject({
  at: Timestamp,
  membershipId: z.nullable(Id),
  displayName: z.string(),
  fields: z.array(z.strictObject({ field: z.string(), from: FieldValue, to: FieldValue })),
  version: z.int(),
})
export type EventHistoryEntry = z.infer<typeof EventHistoryEntry>
