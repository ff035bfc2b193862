// Runs the settler and the reminders on every server until it stops.

import { setTimeout as sleep } from 'node:timers/promises'
import { queueDueReminders } from './reminders.ts'
import { settleDueNotices, type SettleServices } from './settle.ts'

const settleEveryMs = 1000
/** Without a settling time, notices are expected at once. */
const settleAtOnceMs = 100
const remindEveryMs = 20_000

/** The returned function waits for work in progress. */
export function startNoticeSchedule(services: SettleServices): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const settleMs = services.config.noticeSettleSeconds === 0 ? settleAtOnceMs : settleEveryMs
  const loops = [
    repeat(settleMs, 'Notices were not made', () => settleDueNotices(services, signal)),
    repeat(remindEveryMs, 'Reminders were not made', () => queueDueReminders(services, Date.now(), signal)),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }

  async function repeat(everyMs: number, failure: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      // Rejects when the server stops.
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      await work().catch((err: unknown) => services.log.warn({ err }, `${failure}: the next attempt follows`))
    }
  }
}
