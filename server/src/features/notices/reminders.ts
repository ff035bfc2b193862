// Reminders and automatic nudges: one run over all bands for each kind and day, in batches. After a crash the job repeats the run, and the
// dedup keys of the notices prevent a second notice.

import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, londonInstant, londonWallClock } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { computeReminderTimes, type ReminderKind } from '@gaffer/domain/notices/notice-times'
import { formatNotice } from '@gaffer/domain/notices/format-notice'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { lockNoticeEventsWithOptions, lockNoticeRecipients } from './notice-facts-store.ts'
import {
  firstPageKey,
  listEventsOnDate,
  listEventsToAnswerBy,
  lockRemindedMembers,
  type ReminderPageKey,
  type RemindedEventRow,
} from './reminder-store.ts'
import { attachMembers } from './compose-drafts.ts'
import { storeAndQueueNotices, type SettleServices, type NoticeDraftToStore } from './settle.ts'
import { composeNudges } from './compose-notices.ts'
import { toNoticeDraft } from './notice-draft.ts'

type ReminderRun = { name: 'eveningBefore' | 'gigMorning' | 'firstNudge' | 'lastNudge'; date: string; dueAt: number }

const hourMs = 3_600_000
// A statement of a batch must stay far below the statement timeout, also for large bands.
const eventsPerBatch = 40
/** The job schedule uses the database's clock, which may be ahead of the server's clock by this much. */
const clockSkewMs = 30_000
// The pause after a batch, as a multiple of the time that the batch took, leaves capacity for requests.
const pauseFactor = 3

/** Queues the reminders and nudges that are due at `now` (epoch ms), and none of them twice. Ends early when the server stops. */
export async function queueDueReminders(services: SettleServices, now: number, stopping: AbortSignal): Promise<void> {
  for (const run of listDueRuns(now)) {
    if (stopping.aborted) return
    await executeRun(services, run, now, stopping)
  }
}

/** Today's runs that became due in the last `limits.lateReminderHours`. `date` is the date of the events, for nudges their `replyBy`. */
function listDueRuns(now: number): ReminderRun[] {
  const { date: today } = londonWallClock(now)
  const at = (time: string) => londonInstant(today, time)
  const runs: ReminderRun[] = [
    { name: 'eveningBefore', date: addDays(today, 1), dueAt: at(limits.reminderEvening) },
    { name: 'gigMorning', date: today, dueAt: at(limits.reminderMorning) },
    { name: 'firstNudge', date: addDays(today, limits.firstNudgeDays), dueAt: at(limits.reminderMorning) },
    { name: 'lastNudge', date: today, dueAt: at(limits.reminderMorning) },
  ]
  return runs.filter(({ dueAt }) => dueAt <= now + clockSkewMs && now < dueAt + limits.lateReminderHours * hourMs)
}

async function executeRun(
  services: SettleServices,
  run: ReminderRun,
  now: number,
  stopping: AbortSignal,
): Promise<void> {
  let after: ReminderPageKey = firstPageKey
  while (!stopping.aborted) {
    const previousKey = after
    const began = performance.now()
    const events = await inTransaction(services.db, (tx) => storeBatch(services, tx, run, previousKey, now))
    const last = events.at(-1)
    if (!last || events.length < eventsPerBatch) return
    after = { bandId: last.bandId, id: last.id }
    await sleep((performance.now() - began) * pauseFactor, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function storeBatch(
  services: SettleServices,
  tx: Db,
  run: ReminderRun,
  after: ReminderPageKey,
  now: number,
): Promise<RemindedEventRow[]> {
  const isNudge = run.name === 'firstNudge' || run.name === 'lastNudge'
  const list = isNudge ? listEventsToAnswerBy : listEventsOnDate
  const events = await list(tx, { ...after, date: run.date, dueAt: new Date(run.dueAt), maxRows: eventsPerBatch })
  const drafts = isNudge ? await composeDueNudges(tx, run, events, now) : await composeReminders(tx, run, events)
  // The present time instead of `now`: a job may run for long, and deliveries must not be due in the past.
  await storeAndQueueNotices(services, tx, drafts, tx.clock.now().getTime())
  return events
}

async function composeReminders(
  tx: Db,
  { name, date, dueAt }: ReminderRun,
  events: readonly RemindedEventRow[],
): Promise<NoticeDraftToStore[]> {
  const kind = name as ReminderKind
  const due = events.filter((event) =>
    computeReminderTimes(event).some((time) => time.kind === kind && time.at === dueAt),
  )
  const bandIds = due.map(({ bandId }) => bandId)
  const members = Map.groupBy(await lockRemindedMembers(tx, { kind, bandIds }), ({ bandId }) => bandId)
  return due.flatMap((event) => {
    const isToday = kind === 'gigMorning'
    const words = formatNotice({ kind: 'reminder', event, isToday, times: event.times }, null)
    const causeId = randomUUIDv7()
    const { bandId, id, schedule } = event
    const extra = { bandId, causeId, causedBy: null, dedupKey: `${kind} ${id} ${date}`, schedule }
    return (members.get(bandId) ?? []).map((member) => ({
      ...toNoticeDraft(member, 'reminder', words, { event: { id, isDeleted: false } }),
      ...extra,
    }))
  })
}

async function composeDueNudges(
  tx: Db,
  { dueAt }: ReminderRun,
  events: readonly RemindedEventRow[],
  now: number,
): Promise<NoticeDraftToStore[]> {
  const { date: today } = londonWallClock(dueAt)
  const drafts: NoticeDraftToStore[] = []
  for (const [bandId, due] of Map.groupBy(events, (event) => event.bandId)) {
    // Lock order: memberships, events.
    await lockNoticeRecipients(tx, { bandId, eventId: null })
    const locked = await lockNoticeEventsWithOptions(tx, { bandId, eventIds: due.map(({ id }) => id) })
    for (const [id, dates] of Map.groupBy(locked, (event) => event.optionGroupId ?? event.id)) {
      const extra = { bandId, causeId: randomUUIDv7(), causedBy: null, dedupKey: `nudge ${id} ${today}` }
      const eventsWithMembers = await attachMembers(tx, bandId, dates, () => [])
      drafts.push(...composeNudges(eventsWithMembers, now).map((notice) => ({ ...notice, ...extra })))
    }
  }
  return drafts
}
