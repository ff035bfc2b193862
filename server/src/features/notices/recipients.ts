import type { NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import type { Services } from '#services.ts'
import { personsToBeTold } from './hooks.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { lockNoticeEvents, lockNoticeRecipients } from './notice-facts-store.ts'
import { findPendingNoticeOfEvent } from './pending-store.ts'
import { composeDrafts } from './settle.ts'
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
    const events = await lockNoticeEvents(tx, { bandId: member.bandId, eventIds: [eventId] })
    const event = orNotFound(events[0])
    const pending = await findPendingNoticeOfEvent(tx, key)
    if (!pending) return { members: [], deps: [] }
    const drafts = await composeDrafts(tx, pending, { members, event, events, now: tx.clock.now().getTime() })
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
