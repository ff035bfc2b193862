import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { SongListsTabs } from './song-lists-tabs.tsx'

const show = (songLists: 'soon' | 'open') =>
  renderPage(
    <SongListsTabs page="/setlists" songLists={songLists}>
      <h1>Set lists</h1>
    </SongListsTabs>,
  )

it('with SONG_LISTS=open the practice list and the set lists are two tabs, and the page is in the panel of the selected tab', async () => {
  await show('open')
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['Practice list', 'false'],
    ['Set lists', 'true'],
  ])
  expect(screen.getByRole('tabpanel', { name: 'Set lists' }).textContent).toBe('Set lists')
})

it('with SONG_LISTS=soon the page has no tabs', async () => {
  await show('soon')
  expect(screen.getByRole('heading', { name: 'Set lists' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})
