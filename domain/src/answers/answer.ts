import * as z from 'zod/mini'
import { canInvite, type Actor } from '@gaffer/domain/bands/access'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { answerValues } from '@gaffer/domain/events/event'
import { eventEnd } from '@gaffer/domain/events/event-times'
import { EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { createClearableLineSchema } from '@gaffer/domain/shared/plain-text'
import type { Span } from '@gaffer/domain/shared/span'

/**
 * The answer of one active member. `hasDaysAway`: the member has days away during the event. `isAway`: the member has days away and no
 * answer. `isStale`: the answer is for another date, start time or place than the event has now (`stale-answer-conditions.ts` in the
 * server's feature `events`). `setBy` is the membership of the person who answered for the member; null if the member answered.
 */
export const MemberAnswer = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  answer: z.nullable(z.enum(answerValues)),
  comment: z.nullable(z.string()),
  isAway: z.boolean(),
  hasDaysAway: z.boolean(),
  isStale: z.boolean(),
  setBy: z.nullable(Id),
  answeredAt: z.nullable(Timestamp),
  /** The dep who plays in the member's place. */
  coveredBy: z.nullable(z.string()),
})
export type MemberAnswer = z.infer<typeof MemberAnswer>

/**
 * If `comment` is missing, the same answer keeps the stored comment, because the buttons of a push message send none. Null and blank
 * remove the comment.
 */
export const AnswerInput = z.strictObject({
  answer: z.enum(answerValues, eventMessages.answerUnknown),
  comment: z.optional(createClearableLineSchema(limits.commentLength)),
})
export type AnswerInput = z.input<typeof AnswerInput>
export type ParsedAnswer = z.output<typeof AnswerInput>

/** The content of the page of an answer link, which needs no sign-in. */
export const AnswerLinkContent = z.strictObject({
  event: z.strictObject({
    title: z.nullable(z.string()),
    type: EventTypeSchema,
    date: z.string(),
    startTime: z.nullable(z.string()),
    endTime: z.nullable(z.string()),
    place: z.nullable(z.string()),
  }),
  bandName: z.string(),
  displayName: z.string(),
  answer: z.nullable(z.enum(answerValues)),
})
export type AnswerLinkContent = z.infer<typeof AnswerLinkContent>

/** Members may answer for themselves, admins and owners for every member. */
export function canAnswerFor(actor: Pick<Actor, 'access' | 'membershipId'>, membershipId: string): boolean {
  return actor.membershipId === membershipId || canInvite(actor)
}

/** Admins and owners may remind the members without an answer. */
export function canNudge(actor: Pick<Actor, 'access'>): boolean {
  return canInvite(actor)
}

/** Answer links and the links of deps work until 24 hours after the end of the event. */
export function isEventLinkValid(event: Span, now: Date): boolean {
  return now.getTime() < eventEnd(event) + limits.answerLinkHours * 3_600_000
}
