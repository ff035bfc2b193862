// Details of the demo's songs, its set lists, and what the band has practised.

import { addDays } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import type { Song } from '@gaffer/domain/songs/song'
import { nextGigTitleAndSheet, songs } from './band-data.ts'
import type { DemoContext, SignedInDemoPerson } from './create-bands.ts'
import { festivalTitle } from './calendar-data.ts'
import type { DemoCalendar } from './calendar.ts'
import { nextGigSetlist, festivalSetlist, learntSongTitles, practisedSongsByWeek, removedSong } from './songs-data.ts'

export async function fillSongsAndSetlists(
  demo: DemoContext,
  calendar: DemoCalendar,
  practiceDate: string,
): Promise<void> {
  const { ros, bandId } = demo
  const listed = await ros.call<Song[]>('GET', `/api/bands/${bandId}/songs`)
  const idByTitle = new Map(listed.map(({ title, id }) => [title, id]))
  for (const { title, seconds, key, tempo, note = null } of songs) {
    const path = `/api/bands/${bandId}/songs/${idByTitle.get(title)}`
    await ros.call('PATCH', path, { durationSeconds: seconds, key, tempo, note })
  }
  for (const [index, one] of demo.people.entries()) {
    const membershipId = demo.memberships[index]
    for (const title of learntSongTitles) {
      const path = `/api/bands/${bandId}/songs/${idByTitle.get(title)}/readiness`
      await one.call('POST', path, { membershipId, status: 'green' })
    }
  }
  await addSetlist(demo, idByTitle, {
    set: festivalSetlist,
    event: calendar.byTitle.get(festivalTitle) as CalendarEntry,
  })
  await addSetlist(demo, idByTitle, {
    set: nextGigSetlist,
    event: calendar.byTitle.get(nextGigTitleAndSheet.title) as CalendarEntry,
  })
  for (const { weeksAgo, songs: titles } of practisedSongsByWeek) {
    const date = addDays(practiceDate, weeksAgo * -7)
    const practice = calendar.practices.find((one) => one.date === date) as CalendarEntry
    const songIds = titles.map((title) => idByTitle.get(title))
    await ros.call('PUT', `/api/bands/${bandId}/events/${practice.id}/practised`, { songIds })
  }
  const priya = demo.people[4] as SignedInDemoPerson
  const { id } = await priya.call<Song>('POST', `/api/bands/${bandId}/songs`, removedSong)
  await priya.call('DELETE', `/api/bands/${bandId}/songs/${id}`)
}

async function addSetlist(
  { ros, bandId }: DemoContext,
  idByTitle: Map<string, string>,
  { set: { name, items }, event }: { set: typeof nextGigSetlist; event: CalendarEntry },
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
