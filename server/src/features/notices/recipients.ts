import type { NoticeGroup } from '@gaffer/domain/notices/notice'
import type { NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import type { Services } from '#services.ts'
import { outsidersToNotify } from './hooks.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { lockNoticeEventsWithOptions, lockNoticeRecipients } from './notice-facts-store.ts'
import { listPendingNoticesOfEvents } from './pending-store.ts'
import { composeDrafts } from './compose-drafts.ts'
import { listCausesOfAddedOptions } from './settle.ts'
import { listReachOfDrafts, listReachOfMembers } from './store.ts'

/** Lists the recipients of pending notices about the event, except the caller: a dry run that stores and sends nothing. */
export function listNoticeRecipients(
  { config }: Pick<Services, 'config'>,
  db: Db,
  member: MemberContext,
  eventId: string,
): Promise<NoticeRecipients> {
  const key = { bandId: member.bandId, eventId }
  return inTransaction(db, async (tx) => {
    const members = await lockNoticeRecipients(tx, key)
    const events = await lockNoticeEventsWithOptions(tx, { bandId: member.bandId, eventIds: [eventId] })
    const event = orNotFound(events.find(({ id }) => id === eventId))
    const unsettled = await listPendingNoticesOfEvents(tx, { eventIds: events.map(({ id }) => id) })
    const pending = unsettled.find((one) => one.eventId === eventId)
    if (!pending) return { members: [], deps: [] }
    const additions = event.optionGroupId ? listCausesOfAddedOptions(pending.id, unsettled) : []
    const state = { members, event, events, additions, now: tx.clock.now().getTime() }
    const drafts = await composeDrafts(tx, pending, state)
    const reach = new Map((await listReachOfDrafts(tx, drafts, config)).map((one) => [one.userId, one]))
    return {
      members: members.flatMap(({ membershipId, displayName, userId }) => {
        const reachOfMember = reach.get(userId)
        if (!reachOfMember || userId === member.userId) return []
        const { isReached, hasPushOrMail } = reachOfMember
        return [{ membershipId, displayName, isReached, hasPushOrMail }]
      }),
      deps: event.hasDepRequests ? (await outsidersToNotify.run(tx, key)).flat() : [],
    }
  })
}

/** Lists the other members, and whether a notice of the group would reach them. */
export async function readNoticeReach(
  { config }: Pick<Services, 'config'>,
  db: Db,
  member: MemberContext,
  group: NoticeGroup,
): Promise<NoticeRecipients> {
  return { members: await listReachOfMembers(db, { ...member, group, canSendTexts: config.smsNotices }), deps: [] }
}
