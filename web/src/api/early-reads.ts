// What a page will read at once, asked for before its scripts are there: who is there, and then what they are shown.
// The page reads as ever (endpointQuery.ts), and finds the answer waiting. Small, because it runs before everything else.

import { startOfMonth, todayInLondon } from '@gaffer/domain/dates'
import { readStored } from '#lib/browser-storage.ts'
import { addressOf, type Reply } from '#lib/request.ts'
import { askEarly } from '#lib/early-answers.ts'
import { membershipChosen, readChoice } from './selected-band-store.ts'
import { readCalendarView } from './calendar-view.ts'
import { gridRange, monthAhead } from './date-ranges.ts'

/** Nothing is asked of a band before the server has said whose browser this is. */
export async function readEarly(path: string): Promise<void> {
  // Somebody has left without a signal: the server is told first, by the page.
  if (readStored('signOutOwed') !== null) return
  const answer = await askEarly(addressOf('GET /api/me'))
  if (!answer) return
  const { bands } = (await answer.json()) as Reply<'GET /api/me'>
  const bandId = membershipChosen(bands, readChoice())?.bandId ?? null
  for (const address of shownAt(path.split('/', 2)[1] ?? '', bandId)) void askEarly(address)
}

function shownAt(page: string, bandId: string | null): string[] {
  // A server without maps says so in a line: had it come later, all beneath would move.
  if (page === 'profile') return [addressOf('GET /api/settings')]
  const today = todayInLondon(new Date())
  const month = gridRange(startOfMonth(readCalendarView().day ?? today))
  const ahead = monthAhead(today)
  if (bandId === null) {
    const own = (query: typeof month) => addressOf('GET /api/me/events', { query })
    return page === 'calendar' ? [own(month), own(ahead)] : []
  }
  const params = { bandId }
  const next = addressOf('GET /api/bands/:bandId/events', { params, query: ahead })
  if (page === 'calendar') return [addressOf('GET /api/bands/:bandId/calendar', { params, query: month }), next]
  const songs = addressOf('GET /api/bands/:bandId/songs', { params })
  if (page === 'dashboard') return [next, songs]
  if (page === 'songs') return [songs]
  return []
}
