// Events, songs and set lists that are deleted and restored.

import { dateInDays } from '../dates.ts'
import { compareLedgerWithStored, joinFindings, type Ledger } from './ledger.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

const date = dateInDays(100)
// Below the limits of songs and set lists in a band.
const maxPerKind = 150

export const createRestoresWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner } = context
  const band = await createSoloBand(context)
  const kinds = [
    {
      path: `${band}/events`,
      query: `?startDate=${date}&endDate=${date}`,
      field: 'title',
      body: { type: 'practice', date, location: 'Unit 4' },
    },
    { path: `${band}/songs`, query: '', field: 'title', body: { artist: 'Us' } },
    { path: `${band}/setlists`, query: '', field: 'name', body: { items: [{ label: 'Break' }] } },
  ].map((kind) => ({ ...kind, ledger: new Map() as Ledger }))

  return {
    async write(turn) {
      const { path, field, body, ledger } = kinds[turn % kinds.length]!
      const known = ledger.size < maxPerKind ? undefined : [...ledger.keys()][turn % maxPerKind]
      const id =
        known ??
        (await sendOnce([201], (headers) => owner.post(path, { ...body, [field]: `Turn ${turn}` }, headers)))?.body.id
      if (id === undefined) return
      const deleted = await send([204, 404], () => owner.delete(`${path}/${id}`))
      if (deleted) ledger.set(id, null)
      if (turn % 4 === 3) return
      const restored = await send([200], () => owner.post(`${path}/${id}/restore`))
      if (restored) ledger.set(id, restored.body)
    },
    async compare() {
      const found = await Promise.all(kinds.map(async ({ path, query }) => (await owner.get(path + query)).body))
      return joinFindings(kinds.map(({ ledger }, index) => compareLedgerWithStored(ledger, found[index])))
    },
  }
}
