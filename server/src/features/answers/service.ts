import {
  canAnswerFor,
  canNudge,
  type MemberAnswer,
  type ParsedAnswer,
  type AnswerLinkContent,
} from '@gaffer/domain/answers/answer'
import { mergeAnswerComment } from '@gaffer/domain/answers/answer-comment'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { isUnanswered } from '@gaffer/domain/answers/unanswered'
import { AppError } from '@gaffer/domain/shared/app-error'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import type { AnswerLinkHolder, MemberContext } from '#platform/verified-identities.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import type { EventSummary } from '#features/events/summary-columns.ts'
import { logActivity } from '#features/activity/service.ts'
import { queueAnswersWithdrawn, queueNudge } from '#features/notices/queue-notices.ts'
import { answeredNo } from './hooks.ts'
import {
  deleteAnswer,
  findAnswer,
  findAnswerLink,
  lockActiveMembers,
  lockEvent,
  lockEventWithOptions,
  listAnswersToEvents,
  listMemberAnswers,
  updateNudgedAt,
  upsertAnswer,
  type AnswerLinkRow,
} from './store.ts'

export async function listAnswers(db: Db, { bandId }: MemberContext, eventId: string): Promise<MemberAnswer[]> {
  const answers = await listMemberAnswers(db, { bandId, eventId })
  if (answers.length === 0) throw notFoundError()
  return answers
}

export async function setAnswer(
  db: Db,
  member: MemberContext,
  eventId: string,
  membershipId: string,
  draft: ParsedAnswer,
): Promise<MemberAnswer> {
  if (!canAnswerFor(member, membershipId)) throw new AppError('not_allowed', eventMessages.answerOfOther)
  const key = { bandId: member.bandId, eventId }
  return inTransaction(db, async (tx) => {
    const { optionGroupId } = await lockMembersAndEvent(tx, key, [membershipId, member.membershipId])
    const setBy = membershipId === member.membershipId ? null : member.membershipId
    await storeAnswers(tx, member, { membershipId, setBy, optionGroupId, answers: [{ ...draft, eventId }] })
    return orNotFound(await findAnswer(tx, { ...key, membershipId }))
  })
}

type GivenAnswers = {
  membershipId: string
  setBy: string | null
  /** The option group of the events, whose changes from Yes to No make one notice; null for a single event. */
  optionGroupId: string | null
  answers: readonly (ParsedAnswer & { eventId: string })[]
}

/** Stores the answers. Queues a notice to admins and owners about changes from Yes to No, and runs `answeredNo` after a change to No. */
export async function storeAnswers(
  tx: Db,
  actor: { userId: string; bandId: string; membershipId: string },
  { membershipId, setBy, optionGroupId, answers }: GivenAnswers,
): Promise<void> {
  const yesToNoEventIds: string[] = []
  for (const { eventId, ...given } of answers) {
    const key = { bandId: actor.bandId, eventId, membershipId }
    const previous = await findAnswer(tx, key)
    await upsertAnswer(tx, { ...key, ...given, setBy, comment: mergeAnswerComment(given, previous) })
    if (given.answer !== 'no' || previous?.answer === 'no') continue
    if (previous?.answer === 'yes') yesToNoEventIds.push(eventId)
    await answeredNo.run(tx, actor, { eventId, membershipId })
  }
  const [first, ...others] = yesToNoEventIds
  if (first) await queueAnswersWithdrawn(tx, actor, { eventIds: [first, ...others], membershipId, optionGroupId })
}

export async function removeAnswer(
  db: Db,
  member: MemberContext,
  eventId: string,
  membershipId: string,
): Promise<void> {
  if (!canAnswerFor(member, membershipId)) throw new AppError('not_allowed', eventMessages.answerOfOther)
  const key = { bandId: member.bandId, eventId }
  await inTransaction(db, async (tx) => {
    const { optionGroupId } = await lockMembersAndEvent(tx, key, [membershipId])
    const previous = await findAnswer(tx, { ...key, membershipId })
    await deleteAnswer(tx, { ...key, membershipId })
    // The settler makes a notice only if the member has answered No by then: a Yes that is removed and answered with No was withdrawn.
    if (previous?.answer === 'yes')
      await queueAnswersWithdrawn(tx, member, { eventIds: [eventId], membershipId, optionGroupId })
  })
}

/** Locks the memberships before the event, as a removal of a member does, so that the two cannot deadlock. */
async function lockMembersAndEvent(tx: Db, key: EventKey, membershipIds: string[]) {
  await lockMembersForAnswer(tx, key.bandId, membershipIds)
  const event = orNotFound(await lockEvent(tx, key))
  requireAnswerableEvent(tx, event)
  return event
}

export async function lockMembersForAnswer(tx: Db, bandId: string, membershipIds: string[]): Promise<void> {
  const active = await lockActiveMembers(tx, bandId, membershipIds)
  if (!membershipIds.every((id) => active.has(id))) throw notFoundError()
}

export function requireAnswerableEvent(tx: Db, event: EventSummary): void {
  const refusal = answerRefusalMessageFor(event, tx.clock.now())
  if (refusal) throw new AppError('conflict', refusal)
}

/**
 * Reminds the members without an answer and without days away, and the members whose answer is stale, except the caller. Returns how many
 * were reminded. A reminder of one option of a group counts for all its options: the wait until the next reminder applies to all of
 * them.
 */
export async function nudgeUnansweredMembers(
  db: Db,
  member: MemberContext,
  eventId: string,
): Promise<{ nudged: number }> {
  if (!canNudge(member)) throw new AppError('not_allowed', messages.notAllowed)
  const { bandId } = member
  return inTransaction(db, async (tx) => {
    await lockMembersForAnswer(tx, bandId, [member.membershipId])
    const options = await lockEventWithOptions(tx, { bandId, eventIds: [eventId] })
    const event = orNotFound(options.find(({ id }) => id === eventId))
    requireAnswerableEvent(tx, event)
    const now = tx.clock.now()
    const waitSeconds = Math.max(...options.map(({ nudgedAt }) => computeSecondsUntilNudge(nudgedAt, now)))
    if (waitSeconds > 0) {
      throw new AppError('too_many_requests', eventMessages.nudgeTooSoon, { retryAfterSeconds: waitSeconds })
    }
    const eventIds = options.filter((option) => answerRefusalMessageFor(option, now) === null).map(({ id }) => id)
    const answers = await listAnswersToEvents(tx, { bandId, eventIds })
    const missing = new Set(answers.filter(isUnanswered).map(({ membershipId }) => membershipId))
    missing.delete(member.membershipId)
    if (missing.size > 0) {
      await updateNudgedAt(tx, { bandId, eventIds })
      await queueNudge(tx, member, { eventId, subjectId: event.optionGroupId ?? eventId })
      const subject = event.title ?? eventTypeLabels[event.type]
      await logActivity(tx, member, { verb: 'nudged', subject, date: event.date })
    }
    return { nudged: missing.size }
  })
}

function computeSecondsUntilNudge(nudgedAt: Date | null, now: Date): number {
  if (!nudgedAt) return 0
  return Math.ceil((nudgedAt.getTime() + limits.nudgeHours * 3_600_000 - now.getTime()) / 1000)
}

export async function readAnswerLink(db: Db, context: AnswerLinkHolder): Promise<AnswerLinkContent> {
  return toAnswerLinkContent(await readAnswerLinkRow(db, context))
}

export async function answerByLink(db: Db, context: AnswerLinkHolder, draft: ParsedAnswer): Promise<AnswerLinkContent> {
  return toAnswerLinkContent(await storeAnswerOfLink(db, context, draft))
}

/** Refuses a link whose event or membership is gone. */
export async function readAnswerLinkRow(db: Db, context: AnswerLinkHolder): Promise<AnswerLinkRow> {
  return orNotFound(await findAnswerLink(db, context))
}

/** The page's form always sends its comment field. A blank comment counts as absent, and so keeps the stored comment. */
export async function answerByPage(
  db: Db,
  context: AnswerLinkHolder,
  { answer, comment }: ParsedAnswer,
): Promise<AnswerLinkRow> {
  return storeAnswerOfLink(db, context, { answer, comment: comment ?? undefined })
}

async function storeAnswerOfLink(db: Db, context: AnswerLinkHolder, draft: ParsedAnswer): Promise<AnswerLinkRow> {
  const { membershipId } = context
  return inTransaction(db, async (tx) => {
    const { optionGroupId } = await lockMembersAndEvent(tx, context, [membershipId])
    const answers = [{ ...draft, eventId: context.eventId }]
    await storeAnswers(tx, context, { membershipId, setBy: null, optionGroupId, answers })
    return orNotFound(await findAnswerLink(tx, context))
  })
}

function toAnswerLinkContent(row: AnswerLinkRow): AnswerLinkContent {
  const { title, type, date, startTime, endTime, place, bandName, displayName, answer } = row
  return { event: { title, type, date, startTime, endTime, place }, bandName, displayName, answer }
}
