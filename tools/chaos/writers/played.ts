// The songs that gigs played, changed with If-Match: each acknowledged change raises the version by one.

import type { PlayedList } from '@gaffer/domain/played/played'
import { createTestGig, createTestSong } from '../../../server/src/testing/builders.ts'
import { dateInDays } from '../dates.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

export const createPlayedWriter: WriterFactory = async (context, { sendOnce }) => {
  const { owner } = context
  const band = await createSoloBand(context)
  const bandId = band.split('/')[3] as string
  const gig = await createTestGig(owner, bandId, { date: dateInDays(-1) })
  const { id: songId } = await createTestSong(owner, bandId)
  const path = `${band}/events/${gig.id}/played`
  let version = 0
  let titles: string[] = []

  return {
    async write(turn) {
      const items = turn % 2 === 0 ? [{ songId }, { title: `Turn ${turn}` }] : [{ title: `Turn ${turn}` }]
      const ifMatch = { 'if-match': `"${version}"` }
      const saved = await sendOnce([200], (headers) => owner.put(path, { items }, { ...headers, ...ifMatch }))
      if (!saved) return
      version += 1
      titles = (saved.body as PlayedList).items.map(({ title }) => title)
    },
    async compare() {
      const stored = (await owner.get(path)).body as PlayedList
      const found = stored.items.map(({ title }) => title)
      const lost =
        found.join() === titles.join() ? [] : [`It played ${found.join()}, acknowledged was ${titles.join()}`]
      const twice = stored.version === version ? [] : [`What was played has version ${stored.version}, not ${version}`]
      return { lost, twice }
    },
  }
}
