import {
  canAnswerFor,
  canNudge,
  type MemberAnswer,
  type ParsedAnswer,
  type AnswerLinkContent,
} from '@gaffer/domain/answers/answer'
import { mergeAnswerComment } from '@gaffer/domain/answers/answer-comment'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { AppError } from '@gaffer/domain/shared/app-error'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import type { AnswerLinkHolder, MemberContext } from '#platform/verified-identities.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { logActivity } from '#features/activity/service.ts'
import { shouldBeNudged } from '#features/notices/compose-notices.ts'
import { queueAnswerWithdrawn, queueNudge } from '#features/notices/queue-notices.ts'
import {
  deleteAnswer,
  findAnswer,
  findAnswerLink,
  lockActiveMembers,
  lockEvent,
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
    await lockForAnswer(tx, key, [membershipId, member.membershipId])
    const setBy = membershipId === member.membershipId ? null : member.membershipId
    await storeAnswers(tx, member, { membershipId, setBy, answers: [{ ...draft, eventId }] })
    return orNotFound(await findAnswer(tx, { ...key, membershipId }))
  })
}

type GivenAnswers = {
  membershipId: string
  setBy: string | null
  answers: readonly (ParsedAnswer & { eventId: string })[]
}

/** Answers with Yes that become No make one notice for admins. */
export async function storeAnswers(
  tx: Db,
  actor: { userId: string; bandId: string },
  { membershipId, setBy, answers }: GivenAnswers,
): Promise<void> {
  const withdrawn: string[] = []
  for (const { eventId, ...given } of answers) {
    const key = { bandId: actor.bandId, eventId, membershipId }
    const previous = await findAnswer(tx, key)
    await upsertAnswer(tx, { ...key, ...given, setBy, comment: mergeAnswerComment(given, previous) })
    if (previous?.answer === 'yes' && given.answer === 'no') withdrawn.push(eventId)
  }
  for (const eventId of withdrawn) await queueAnswerWithdrawn(tx, actor, { eventId, membershipId })
}

export async function withdrawAnswer(
  db: Db,
  member: MemberContext,
  eventId: string,
  membershipId: string,
): Promise<void> {
  if (!canAnswerFor(member, membershipId)) throw new AppError('not_allowed', eventMessages.answerOfOther)
  const key = { bandId: member.bandId, eventId }
  await inTransaction(db, async (tx) => {
    await lockForAnswer(tx, key, [membershipId])
    await deleteAnswer(tx, { ...key, membershipId })
  })
}

/** Locks the memberships before the event, in the order in which a removal does. */
async function lockForAnswer(tx: Db, key: EventKey, membershipIds: string[]) {
  const active = await lockActiveMembers(tx, key.bandId, membershipIds)
  const event = orNotFound(await lockEvent(tx, key))
  if (!membershipIds.every((id) => active.has(id))) throw notFoundError()
  const refusal = answerRefusalMessageFor(event, tx.clock.now())
  if (refusal) throw new AppError('conflict', refusal)
  return event
}

/** Reminds the members without an answer, or with one from before a change; not the caller. Returns how many. */
export async function nudgeUnansweredMembers(
  db: Db,
  member: MemberContext,
  eventId: string,
): Promise<{ nudged: number }> {
  if (!canNudge(member)) throw new AppError('not_allowed', messages.notAllowed)
  const key = { bandId: member.bandId, eventId }
  return inTransaction(db, async (tx) => {
    const event = await lockForAnswer(tx, key, [member.membershipId])
    const waitSeconds = secondsUntilNudge(event.nudgedAt, tx.clock.now())
    if (waitSeconds > 0) {
      throw new AppError('too_many_requests', eventMessages.nudgeTooSoon, { retryAfterSeconds: waitSeconds })
    }
    const others = (await listMemberAnswers(tx, key)).filter(({ membershipId }) => membershipId !== member.membershipId)
    const missing = others.filter(shouldBeNudged)
    if (missing.length > 0) {
      await updateNudgedAt(tx, key)
      await queueNudge(tx, member, eventId)
      const subject = event.title ?? eventTypeLabels[event.type]
      await logActivity(tx, member, { verb: 'nudged', subject, date: event.date })
    }
    return { nudged: missing.length }
  })
}

function secondsUntilNudge(nudgedAt: Date | null, now: Date): number {
  if (!nudgedAt) return 0
  return Math.ceil((nudgedAt.getTime() + limits.nudgeHours * 3_600_000 - now.getTime()) / 1000)
}

export async function readAnswerLink(db: Db, context: AnswerLinkHolder): Promise<AnswerLinkContent> {
  return toAnswerLink(await readAnswerLinkRow(db, context))
}

export async function answerByLink(db: Db, context: AnswerLinkHolder, draft: ParsedAnswer): Promise<AnswerLinkContent> {
  return toAnswerLink(await storeAnswerOfLink(db, context, draft))
}

/** The answer page also shows the comment and whether the event takes answers. */
export async function readAnswerLinkRow(db: Db, context: AnswerLinkHolder): Promise<AnswerLinkRow> {
  return orNotFound(await findAnswerLink(db, context))
}

/** The page's form always sends its comment field. A blank one counts as absent, so that it does not remove the stored comment. */
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
    await lockForAnswer(tx, context, [membershipId])
    await storeAnswers(tx, context, { membershipId, setBy: null, answers: [{ ...draft, eventId: context.eventId }] })
    return orNotFound(await findAnswerLink(tx, context))
  })
}

function toAnswerLink(row: AnswerLinkRow): AnswerLinkContent {
  const { title, type, date, startTime, endTime, place, bandName, displayName, answer } = row
  return { event: { title, type, date, startTime, endTime, place }, bandName, displayName, answer }
}
