// Series of four dates: added, changed from the second date on, and deleted from the third on.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { dateInDays } from '../dates.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

const dates = [dateInDays(120), dateInDays(127), dateInDays(134), dateInDays(141)] as const

export const createSeriesWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner } = context
  const band = await createSoloBand(context)
  /** Acknowledged titles by date, for each series. */
  const ledger = new Map<string, Map<string, string>>()

  return {
    async write(turn) {
      const title = `Turn ${turn}`
      const event = { type: 'practice', date: dates[0], startTime: '19:00', location: 'Room 3', title }
      const repeat = { every: 'week', until: dates[3] }
      const added = await sendOnce([201], (headers) => owner.post(`${band}/event-series`, { event, repeat }, headers))
      if (!added) return
      const { seriesId, events } = added.body as { seriesId: string; events: CalendarEntry[] }
      const path = `${band}/event-series/${seriesId}`
      const titles = new Map(events.map(({ date }) => [date, title]))
      ledger.set(seriesId, titles)
      const changes = { title: `${title}, changed` }
      if (await send([200], () => owner.patch(path, { from: dates[1], changes })))
        for (const date of dates.slice(1)) titles.set(date, changes.title)
      if (turn % 2 === 0 || !(await send([204, 404], () => owner.delete(`${path}?from=${dates[2]}`)))) return
      for (const date of dates.slice(2)) titles.delete(date)
    },
    async compare() {
      const response = await owner.get(`${band}/events?startDate=${dates[0]}&endDate=${dates[3]}`)
      const stored = response.body as CalendarEntry[]
      const lost: string[] = []
      const twice: string[] = []
      for (const [seriesId, titles] of ledger) {
        for (const date of dates) {
          const found = stored.filter((event) => event.seriesId === seriesId && event.date === date)
          if (found.length > 1) twice.push(`The series ${seriesId} has ${found.length} events on ${date}`)
          const [title, expected] = [found[0]?.title ?? null, titles.get(date) ?? null]
          if (title !== expected)
            lost.push(`The series ${seriesId} has ${title} on ${date}, acknowledged was ${expected}`)
        }
      }
      for (const { id, seriesId } of stored) {
        if (!ledger.has(seriesId ?? '')) twice.push(`${id} belongs to a series that was never acknowledged`)
      }
      return { lost, twice }
    },
  }
}
