// Set lists and gig sheets, changed with If-Match: each acknowledged change raises the version by one.

import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import { createTestGig } from '../../../server/src/testing/builders.ts'
import { dateInDays } from '../dates.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

export const createSheetsWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner } = context
  const band = await createSoloBand(context)
  const gig = await createTestGig(owner, band.split('/')[3] as string, { date: dateInDays(100) })
  const sheetPath = `${band}/events/${gig.id}/gig-sheet`
  const { body: firstSetlist } = await owner.post(`${band}/setlists`, { name: 'Long set' })
  const setlistPath = `${band}/setlists/${firstSetlist.id}`
  let setlist = firstSetlist as Setlist
  let sheet = (await owner.get(sheetPath)).body as GigSheet

  /** The response of a change may be lost: then its retry is refused as stale, and the list has the change already. */
  async function changeSetlist(name: string): Promise<void> {
    const ifMatch = { 'if-match': `"${setlist.version}"` }
    const changed = await send([200, 412], () => owner.patch(setlistPath, { name, items: [{ label: name }] }, ifMatch))
    const stored = changed?.status === 412 ? await send([200], () => owner.get(setlistPath)) : changed
    if (stored) setlist = { ...stored.body, name, version: setlist.version + 1 }
  }

  return {
    async write(turn) {
      await changeSetlist(`Turn ${turn}`)
      const ifMatch = { 'if-match': `"${sheet.version}"` }
      const body = { address: `Turn ${turn}`, times: [{ time: '18:00', label: 'Load-in' }], feePence: turn }
      const saved = await sendOnce([200], (headers) => owner.put(sheetPath, body, { ...headers, ...ifMatch }))
      if (saved) sheet = { ...saved.body, address: body.address, version: sheet.version + 1 }
    },
    async compare() {
      const storedSetlist = (await owner.get(setlistPath)).body as Setlist
      const storedSheet = (await owner.get(sheetPath)).body as GigSheet
      const lists = (await owner.get(`${band}/setlists`)).body as Setlist[]
      const lost = [
        ...(storedSetlist.name === setlist.name && storedSetlist.items[0]?.label === setlist.items[0]?.label
          ? []
          : [`The set list is ${JSON.stringify(storedSetlist)}, acknowledged was ${JSON.stringify(setlist)}`]),
        ...(storedSheet.address === sheet.address && storedSheet.feePence === sheet.feePence
          ? []
          : [`The gig sheet is ${JSON.stringify(storedSheet)}, acknowledged was ${JSON.stringify(sheet)}`]),
      ]
      const twice = [
        ...(lists.length === 1 ? [] : [`The band has ${lists.length} set lists`]),
        ...[
          ['set list', storedSetlist.version, setlist.version],
          ['gig sheet', storedSheet.version, sheet.version],
        ].flatMap(([what, found, expected]) =>
          found === expected ? [] : [`The ${what} has version ${found}, expected ${expected}`],
        ),
      ]
      return { lost, twice }
    },
  }
}
