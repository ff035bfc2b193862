// Details of the demo's songs, its set lists, and what the band has practised.

import { addDays } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import type { Setlist } from '@gaffer/domain/setlist'
import type { Song } from '@gaffer/domain/song'
import { nextGig, songs } from './band.ts'
import type { Demo, Person } from './bands.ts'
import { festival } from './calendar-data.ts'
import type { Calendar } from './calendar.ts'
import { clubSet, festivalSet, learnt, practised, removedSong } from './songs-data.ts'

export async function fillSongs(demo: Demo, calendar: Calendar, practiceDate: string): Promise<void> {
  const { ros, bandId } = demo
  const listed = await ros.call<Song[]>('GET', `/api/bands/${bandId}/songs`)
  const idByTitle = new Map(listed.map(({ title, id }) => [title, id]))
  for (const { title, seconds, key, tempo, note = null } of songs) {
    const path = `/api/bands/${bandId}/songs/${idByTitle.get(title)}`
    await ros.call('PATCH', path, { durationSeconds: seconds, key, tempo, note })
  }
  for (const [index, one] of demo.people.entries()) {
    const membershipId = demo.memberships[index]
    for (const title of learnt) {
      const path = `/api/bands/${bandId}/songs/${idByTitle.get(title)}/readiness`
      await one.call('POST', path, { membershipId, status: 'green' })
    }
  }
  await addSetlist(demo, idByTitle, { set: festivalSet, event: calendar.byTitle.get(festival) as Event })
  await addSetlist(demo, idByTitle, { set: clubSet, event: calendar.byTitle.get(nextGig.title) as Event })
  for (const { weeksAgo, songs: titles } of practised) {
    const date = addDays(practiceDate, weeksAgo * -7)
    const practice = calendar.practices.find((one) => one.date === date) as Event
    const songIds = titles.map((title) => idByTitle.get(title))
    await ros.call('PUT', `/api/bands/${bandId}/events/${practice.id}/practised`, { songIds })
  }
  const priya = demo.people[4] as Person
  const { id } = await priya.call<Song>('POST', `/api/bands/${bandId}/songs`, removedSong)
  await priya.call('DELETE', `/api/bands/${bandId}/songs/${id}`)
}

async function addSetlist(
  { ros, bandId }: Demo,
  idByTitle: Map<string, string>,
  { set: { name, items }, event }: { set: typeof clubSet; event: Event },
): Promise<void> {
  const { id } = await ros.call<Setlist>('POST', `/api/bands/${bandId}/setlists`, {
    name,
    items: items.map((item) =>
      'song' in item
        ? { songId: idByTitle.get(item.song), note: item.note ?? null }
        : { label: item.label, durationSeconds: item.minutes ? item.minutes * 60 : null },
    ),
  })
  await ros.call('PATCH', `/api/bands/${bandId}/events/${event.id}`, { setlistId: id })
}
