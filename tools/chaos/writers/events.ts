// Events and songs: added, changed and deleted.

import { dateInDays } from '../dates.ts'
import { compareLedgerWithStored, joinFindings, type Ledger, type StoredItem } from './ledger.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

const date = dateInDays(100)

export const createEventsWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner } = context
  const band = await createSoloBand(context)
  const [events, songs] = [`${band}/events`, `${band}/songs`]
  const eventLedger: Ledger = new Map()
  const songLedger: Ledger = new Map()

  async function create(path: string, ledger: Ledger, body: object): Promise<StoredItem | null> {
    const response = await sendOnce([201], (headers) => owner.post(path, body, headers))
    if (response) ledger.set(response.body.id, response.body)
    return response?.body ?? null
  }

  async function remove(path: string, ledger: Ledger, { id }: StoredItem): Promise<void> {
    // A retried deletion gets 404 if the first response was lost.
    const response = await send([204, 404], () => owner.delete(`${path}/${id}`))
    if (response) ledger.set(id, null)
  }

  return {
    async write(turn) {
      const mark = `turn ${turn}`
      const notes = `${mark} `.repeat(200).trim()
      const event = await create(events, eventLedger, { type: 'practice', date, location: 'Unit 4', notes })
      if (!event) return
      if (turn % 2 === 0) {
        const changed = await send([200], () => owner.patch(`${events}/${event.id}`, { notes: `changed ${mark}` }))
        if (changed) eventLedger.set(event.id, changed.body)
      }
      if (turn % 5 === 0) await remove(events, eventLedger, event)
      if (turn % 3 !== 0 || songLedger.size > 400) return
      const song = await create(songs, songLedger, { title: mark, artist: 'x'.repeat(120) })
      if (song && turn % 2 === 0) await remove(songs, songLedger, song)
    },
    async compare() {
      const storedEvents = await owner.get(`${events}?startDate=${date}&endDate=${date}`)
      const storedSongs = await owner.get(songs)
      return joinFindings([
        compareLedgerWithStored(eventLedger, storedEvents.body),
        compareLedgerWithStored(songLedger, storedSongs.body),
      ])
    },
  }
}
