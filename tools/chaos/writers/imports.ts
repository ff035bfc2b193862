// Imports of band files. A repeated request with the same key makes no second band.

import { randomUUID } from 'node:crypto'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { aBandFile, aFileEvent, aFileSong } from '../../../server/src/testing/band-files.ts'
import { dateInDays } from '../dates.ts'
import type { WriterFactory } from './writer.ts'

// Below the limit of bands per person.
const maxBands = 8
const songCount = 20

export const createImportsWriter: WriterFactory = async ({ others }, { send }) => {
  const importer = others[0]!
  const files = Array.from({ length: maxBands }, () => ({
    key: randomUUID(),
    name: `Band ${randomUUID()}`,
    songs: Array.from({ length: songCount }, (_, at) => aFileSong({ title: `Song ${at}` })),
    events: [aFileEvent(), aFileEvent({ date: dateInDays(100) })],
  }))
  /** Ids of the bands by name. */
  const ledger = new Map<string, string>()
  const wrong: string[] = []

  return {
    async write(turn) {
      const { key, name, songs, events } = files[turn % maxBands]!
      const file = aBandFile({ band: { name }, songs, events })
      const loaded = await send([201], () => importer.post('/api/bands/import', file, { 'idempotency-key': key }))
      if (!loaded) return
      const known = ledger.get(name)
      if (known !== undefined && known !== loaded.body.id)
        wrong.push(`${name} was loaded as ${known} and ${loaded.body.id}`)
      ledger.set(name, loaded.body.id)
    },
    async compare() {
      const { bands } = (await importer.get('/api/me')).body as { bands: (Membership & { band: Band })[] }
      const lost: string[] = []
      const twice = [...wrong]
      for (const { name } of files) {
        const found = bands.filter(({ band }) => band.name === name)
        if (found.length > 1) twice.push(`${found.length} bands are called ${name}`)
        const id = ledger.get(name)
        if (id === undefined) continue
        if (!found.some(({ bandId }) => bandId === id)) lost.push(`The band ${name} is gone`)
        const songs = (await importer.get(`/api/bands/${id}/songs`)).body as Song[]
        if (songs.length < songCount) lost.push(`${name} has ${songs.length} songs`)
        if (songs.length > songCount) twice.push(`${name} has ${songs.length} songs`)
      }
      return { lost, twice }
    },
  }
}
