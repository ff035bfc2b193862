// Enquiries about three dates, one of which is confirmed: the server then cancels the other two.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { dateInDays } from '../dates.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

const dates = [dateInDays(130), dateInDays(137), dateInDays(144)]

export const createOptionsWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner } = context
  const band = await createSoloBand(context)
  /** The confirmed event of each enquiry; null before the confirmation. */
  const ledger = new Map<string, string | null>()

  return {
    async write(turn) {
      const body = { event: { type: 'public_gig', venue: 'The Brudenell', title: `Turn ${turn}` }, dates }
      const added = await sendOnce([201], (headers) => owner.post(`${band}/event-options`, body, headers))
      if (!added) return
      const { optionGroupId, events } = added.body as { optionGroupId: string; events: CalendarEntry[] }
      ledger.set(optionGroupId, null)
      if (turn % 4 === 3) return
      const { id } = events[turn % 3]!
      if (await send([200], () => owner.patch(`${band}/events/${id}`, { status: 'confirmed' })))
        ledger.set(optionGroupId, id)
    },
    async compare() {
      const response = await owner.get(`${band}/events?startDate=${dates[0]}&endDate=${dates[2]}`)
      const stored = response.body as CalendarEntry[]
      const lost: string[] = []
      const twice: string[] = []
      for (const [groupId, confirmedId] of ledger) {
        const options = stored.filter(({ optionGroupId }) => optionGroupId === groupId)
        if (options.length > dates.length) twice.push(`The enquiry ${groupId} has ${options.length} options`)
        if (options.length < dates.length) lost.push(`The enquiry ${groupId} has ${options.length} options`)
        for (const { id, status } of options) {
          const expected = confirmedId === null ? 'tentative' : id === confirmedId ? 'confirmed' : 'cancelled'
          if (status !== expected) lost.push(`The option ${id} of ${groupId} is ${status}, expected ${expected}`)
        }
      }
      const unacknowledged = stored.filter(({ optionGroupId }) => !ledger.has(optionGroupId ?? ''))
      return {
        lost,
        twice: [...twice, ...unacknowledged.map(({ id }) => `${id} is there, and was never acknowledged`)],
      }
    },
  }
}
