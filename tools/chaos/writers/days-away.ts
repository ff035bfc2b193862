// Days away of a member: added, removed and restored.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { dateInDays } from '../dates.ts'
import { compareLedgerWithStored, type Ledger } from './ledger.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

const [date, endDate] = [dateInDays(150), dateInDays(153)]
// Below the limit per person.
const maxEntries = 800

export const createDaysAwayWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner } = context
  const events = `${await createSoloBand(context)}/events`
  const ledger: Ledger = new Map()

  return {
    async write(turn) {
      const body = { type: 'unavailable', date, endDate, notes: `turn ${turn}` }
      const known = ledger.size < maxEntries ? undefined : [...ledger.keys()][turn % maxEntries]
      const added = known ? null : await sendOnce([201], (headers) => owner.post(events, body, headers))
      if (added) ledger.set(added.body.id, added.body)
      const id = known ?? added?.body.id
      if (id === undefined || turn % 2 === 0) return
      if (await send([204, 404], () => owner.delete(`${events}/${id}`))) ledger.set(id, null)
      if (turn % 4 === 1) return
      const restored = await send([200], () => owner.post(`${events}/${id}/restore`))
      if (restored) ledger.set(id, restored.body)
    },
    async compare() {
      const response = await owner.get(`${events}?startDate=${date}&endDate=${endDate}`)
      return compareLedgerWithStored(
        ledger,
        (response.body as CalendarEntry[]).filter(({ type }) => type === 'unavailable'),
      )
    },
  }
}
