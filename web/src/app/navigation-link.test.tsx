import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { renderPage } from '#testing/render-page.tsx'
import { bottomNavigationItems, navigationItems, NavigationRow, NavigationTab } from './navigation.tsx'

it('until the settings are read, only the bottom tab Song Lists shows "Soon"', async () => {
  await renderPage(bottomNavigationItems.map((item) => <NavigationTab key={item.label} item={item} />))
  expect(screen.getByRole('button', { name: 'Song Lists Soon' })).toBeTruthy()
  expect(screen.getAllByText('Soon')).toHaveLength(1)
})

const settings = (songLists: 'soon' | 'open') => ({
  cached: [
    [
      queryKeyOf('GET /api/settings', {}),
      {
        maps: null,
        spotify: false,
        vapidPublicKey: 'key',
        songLists,
        maxChartBytes: 26_214_400,
        maxRecordingBytes: 314_572_800,
      },
    ],
  ] as const,
})

it('with SONG_LISTS=soon the entry Song Lists is a button with "Soon"', async () => {
  await renderPage(
    navigationItems.map((item) => <NavigationRow key={item.label} item={item} />),
    settings('soon'),
  )
  expect(screen.getByRole('button', { name: /^Song Lists ?Soon/ })).toBeTruthy()
})

it('with SONG_LISTS=open the entry Song Lists is a link to /songs without "Soon", as a tab and as a row', async () => {
  await renderPage(
    bottomNavigationItems.flatMap((item) => [
      <NavigationTab key={item.label} item={item} />,
      <NavigationRow key={`${item.label} row`} item={item} />,
    ]),
    settings('open'),
  )
  const links = screen.getAllByRole('link', { name: /^Song Lists/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/songs', '/songs'])
  expect(screen.queryByText('Soon')).toBeNull()
})
