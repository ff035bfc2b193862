// Turns causes that are due into notices, with their delivery jobs, in one transaction each. Every server runs it: a cause is taken by
// one of them.

import { randomUUIDv7 } from 'node:crypto'
import { deliverAt } from '@gaffer/domain/notice-times'
import type { Deps } from '#deps.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { announceNotices } from '#live/live.ts'
import { listSongTitles, listToldOfEnd, lockRecipients, lockToldEvent } from './cause-store.ts'
import { addDeliveryJobs } from './delivery-jobs.ts'
import { listDue, postponePending, takePending, type Pending, type PendingKey } from './pending-store.ts'
import { insertNotices, type NewNotice } from './store.ts'
import {
  tellAccessChanged,
  tellAnswerWithdrawn,
  tellCalendarFailing,
  tellMemberJoined,
  tellMemberLeft,
  tellNudge,
  tellSongs,
} from './tell.ts'
import { tellEvent } from './tell-event.ts'
import type { Told } from './told.ts'

export type SettleDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'log'>

const batchSize = 100

/** Tells everything that is due. A cause that fails is tried again in a minute. */
export async function settleDue(deps: SettleDeps, stopping: AbortSignal): Promise<void> {
  const { db, config, log } = deps
  while (!stopping.aborted) {
    const due = await listDue(db, config.noticeSettleSeconds, batchSize)
    for (const key of due) {
      if (stopping.aborted) return
      try {
        await inTransaction(db, (tx) => settleOne(deps, tx, key))
      } catch (err) {
        log.error({ err, causeId: key.id }, 'Notices of a change were not made: the next attempt is in a minute')
        await postponePending(db, key.id)
      }
    }
    if (due.length < batchSize) return
  }
}

async function settleOne({ jobs, config }: SettleDeps, tx: Db, { id, bandId, eventId }: PendingKey): Promise<void> {
  // Lock order: memberships, event, cause, as in the requests that change an event.
  const members = bandId ? await lockRecipients(tx, bandId, eventId) : []
  const event = bandId && eventId ? await lockToldEvent(tx, bandId, eventId) : null
  const pending = await takePending(tx, id)
  if (!pending) return
  const now = Date.now()
  const told = await tell(tx, pending, { members, event, now })
  const stored = told.map((notice) => ({ ...notice, bandId, causeId: id }))
  await storeNotices({ jobs, config }, tx, stored, now)
}

type State = {
  members: Awaited<ReturnType<typeof lockRecipients>>
  event: Awaited<ReturnType<typeof lockToldEvent>>
  now: number
}

async function tell(tx: Db, pending: Pending, { members, event, now }: State): Promise<Told[]> {
  const { cause, actorIds, facts } = pending
  const about = { actorIds, members }
  if (cause === 'calendar') return [tellCalendarFailing(facts)]
  const bandId = pending.bandId as string
  if (cause === 'joined') return tellMemberJoined(about)
  if (cause === 'left') return tellMemberLeft(facts, about)
  if (cause === 'access') return tellAccessChanged(facts, about)
  if (cause === 'songs') return tellSongs(facts, await listSongTitles(tx, bandId, Object.keys(facts)), members)
  if (!event) return []
  if (cause === 'answer') return tellAnswerWithdrawn(facts, { ...about, event, now })
  if (cause === 'nudge') return tellNudge({ ...about, event, now })
  const toldOfEnd = facts.wasRestored ? await listToldOfEnd(tx, bandId, event.id) : new Set<string>()
  return tellEvent({ facts, ...about, event, toldOfEnd, now })
}

export type StoredTold = Told & {
  bandId: string | null
  causeId: string
  dedupKey?: string
  scheduleVersion?: number
}

/** Stores the notices and the jobs that deliver them. */
export async function storeNotices(
  { jobs, config: { quietHours } }: Pick<Deps, 'jobs' | 'config'>,
  tx: Db,
  told: readonly StoredTold[],
  now: number,
): Promise<void> {
  if (told.length === 0) return
  const notices = told.map(({ path, startsAt, dedupKey = null, scheduleVersion = null, ...notice }): NewNotice => {
    const url = path === 'event' ? `/bands/${notice.bandId}/events/${notice.eventId}` : path
    const dueAt = new Date(deliverAt(now, { quietHours, eventStartsAt: startsAt }))
    return { ...notice, id: randomUUIDv7(), url, dedupKey, scheduleVersion, dueAt }
  })
  await addDeliveryJobs(jobs, tx, await insertNotices(tx, notices))
  const userIds = new Set(told.map(({ userId }) => userId))
  await announceNotices(tx, [...userIds])
}
