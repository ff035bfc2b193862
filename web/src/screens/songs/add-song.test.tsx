import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { AddSongDialog } from './add-song.tsx'

/** Opens the dialog, types a song by hand and goes back to the search. */
async function typeByHandAndSearch() {
  const membership = anOwnMembership()
  const onClose = vi.fn()
  await renderPage(
    <AddSongDialog isOpen songs={[]} membership={membership} draft={null} onAdded={() => {}} onClose={onClose} />,
    { cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]] },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add by hand' }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Title/ }), { target: { value: 'Our own song' } })
  fireEvent.click(screen.getByRole('button', { name: 'Back to search' }))
  return onClose
}

it('a song that is typed by hand is still in its form after the member has switched to the search and back', async () => {
  await typeByHandAndSearch()
  fireEvent.click(screen.getByRole('button', { name: 'Add by hand' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('Our own song')
})

it('Escape in the search asks before it discards a song that is typed by hand', async () => {
  const onClose = await typeByHandAndSearch()
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Add Song' }), { key: 'Escape' })
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
