import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { QuickActions } from './dashboard-page.tsx'

it('the quick actions link to the practice list, the set lists, Find a date and the event form, and "I’m away" calls onAway', async () => {
  const onAway = vi.fn<() => void>()
  await renderPage(<QuickActions today="2027-03-01" onAway={onAway} />)
  const actions = within(screen.getByRole('list', { name: 'Quick actions' }))
  expect(actions.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Practice list',
    'Set lists',
    "I'm away",
    'Find a date',
    'Add event',
  ])
  expect(actions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/songs',
    '/setlists',
    '/calendar?find=',
    '/calendar?add=2027-03-01',
  ])
  fireEvent.click(actions.getByRole('button', { name: "I'm away" }))
  expect(onAway).toHaveBeenCalledOnce()
})
