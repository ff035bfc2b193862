import type { NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import type { Services } from '#services.ts'
import { personsToBeTold } from './hooks.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { lockNoticeEventsWithOptions, lockNoticeRecipients } from './notice-facts-store.ts'
import { listPendingNoticesOfEvents } from './pending-store.ts'
import { addedWith, composeDrafts } from './settle.ts'
import { listReachedUsers } from './store.ts'

/** Who will be told of the changes to the event that are not settled yet: a dry run of the settler and of the planning of deliveries. */
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
    const additions = event.optionGroupId ? addedWith(pending.id, unsettled) : []
    const state = { members, event, events, additions, now: tx.clock.now().getTime() }
    const drafts = await composeDrafts(tx, pending, state)
    const reached = new Set(await listReachedUsers(tx, drafts, config))
    const notified = new Set(drafts.map(({ userId }) => userId))
    return {
      members: members
        .filter(({ userId }) => notified.has(userId) && userId !== member.userId)
        .map(({ membershipId, displayName, userId }) => ({
          membershipId,
          displayName,
          isReached: reached.has(userId),
        })),
      deps: event.hasDepRequests ? (await personsToBeTold.run(tx, key)).flat() : [],
    }
  })
}
