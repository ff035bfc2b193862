import type { Song } from '@gaffer/domain/songs/song'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { BandTiles, CalendarTiles, SongTiles } from './quick-tiles.tsx'

it('the Calendar tile counts events and days away, and says "Events and days away in the next month"', async () => {
  const data = [anEvent(), aDaysAwayEvent('Dee', '2027-03-12')]
  await renderPage(<CalendarTiles events={{ data, error: null }} today="2027-03-01" />)
  expect(screen.getByRole('link', { name: /Calendar/ }).textContent).toContain('Events and days away in the next month')
  expect(screen.getByRole('link', { name: /Calendar/ }).textContent).toContain('2')
})

it('the Song Pipeline tile counts the songs after the first five, and says "Songs after the first five"', async () => {
  const songs = Array.from({ length: 7 }, (_, at) => ({ id: String(at) }) as Song)
  const key = queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId: 'b' } })
  await renderPage(<SongTiles bandId="b" />, { cached: [[key, songs]] })
  const tile = screen.getByRole('link', { name: /Song Pipeline/ }).textContent
  expect(tile).toContain('Songs after the first five')
  expect(tile).toContain('2')
})

it.each([
  [['members.invite'] as const, 'an'],
  [[], 'no'],
])('the Members tile with the permissions %j has %s Invite link', async (permissions, expected) => {
  await renderPage(<BandTiles membership={anOwnMembership({ permissions: [...permissions] })} />)
  const link = screen.queryByRole('link', { name: 'Invite' })
  expect(link ? 'an' : 'no').toBe(expected)
  if (link) expect(link.getAttribute('href')).toMatch(/^\/admin\?tab=members&invite=/)
})

it.each([
  ['soon', 'are'],
  ['open', 'are not'],
] as const)('with SONG_LISTS=%s the song tiles %s marked "Coming Soon!"', async (songLists, expected) => {
  const settings = {
    maps: null,
    spotify: false,
    vapidPublicKey: 'key',
    songLists,
    maxChartBytes: 26_214_400,
    maxRecordingBytes: 314_572_800,
  }
  await renderPage(<SongTiles bandId="b" />, { cached: [[queryKeyOf('GET /api/settings', {}), settings]] })
  expect(screen.queryByText('Coming Soon!') ? 'are' : 'are not').toBe(expected)
})
