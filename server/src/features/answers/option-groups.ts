// Reads and stores the answers to all options of a group at once.

import { canAnswerFor } from '@gaffer/domain/answers/answer'
import type { OptionGroup, ParsedOptionAnswers } from '@gaffer/domain/answers/option-group'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { listOptions } from '#features/events/service.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { lockMembersForAnswer, requireAnswerableEvent, storeAnswers } from './service.ts'
import { listAnswersToEvents, lockOptions } from './store.ts'

export function readOptionGroup(pool: Db, member: MemberContext, optionGroupId: string): Promise<OptionGroup> {
  return onOneConnection(pool, async (db) => {
    const events = await listOptions(db, member, optionGroupId)
    const eventIds = events.map(({ id }) => id)
    const stored = await listAnswersToEvents(db, { bandId: member.bandId, eventIds })
    const listAnswersTo = (eventId: string) =>
      stored.flatMap(({ eventId: answered, ...answer }) => (answered === eventId ? [answer] : []))
    return { events, answers: eventIds.map((eventId) => ({ eventId, answers: listAnswersTo(eventId) })) }
  })
}

/** Stores all answers, or none if one of them is refused. */
export async function answerOptions(
  db: Db,
  member: MemberContext,
  { optionGroupId, membershipId }: { optionGroupId: string; membershipId: string },
  { answers }: ParsedOptionAnswers,
): Promise<OptionGroup> {
  if (!canAnswerFor(member, membershipId)) throw new AppError('not_allowed', eventMessages.answerOfOther)
  return inTransaction(db, async (tx) => {
    await lockMembersForAnswer(tx, member.bandId, [membershipId, member.membershipId])
    const options = await lockOptions(tx, { bandId: member.bandId, optionGroupId })
    if (options.length === 0) throw notFoundError()
    for (const [index, { eventId }] of answers.entries()) {
      const option = options.find(({ id }) => id === eventId)
      if (!option) throw invalidFieldError(`answers.${index}.eventId`, eventMessages.optionOfOtherGroup)
      requireAnswerableEvent(tx, option)
    }
    const setBy = membershipId === member.membershipId ? null : member.membershipId
    await storeAnswers(tx, member, { membershipId, setBy, optionGroupId, answers })
    return readOptionGroup(tx, member, optionGroupId)
  })
}
