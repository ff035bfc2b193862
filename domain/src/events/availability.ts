// Whether members have stated their availability in a month: by days away in it, or by saying that they are free all month.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { isRealDate } from '@gaffer/domain/shared/dates'
import { eventMessages } from './event-messages.ts'

/** A real month, `yyyy-MM`. */
export const PlainMonth = z.string().check(
  z.regex(/^\d{4}-\d{2}$/, eventMessages.monthUnreal),
  z.refine((month) => isRealDate(`${month}-01`), eventMessages.monthUnreal),
)

/** `hasSaid`: the member has days away in the month, or said that they are free all month. */
export const MemberMonthAvailability = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  hasSaid: z.boolean(),
})
export type MemberMonthAvailability = z.infer<typeof MemberMonthAvailability>
