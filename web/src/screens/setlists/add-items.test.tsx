import type { SetlistItem } from '@gaffer/domain/set-lists/set-list'
import { fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { AddSetlistItemsDialog } from './add-items.tsx'

const songs = [
  aSong({
    id: 's1',
    title: 'Dakota',
    key: 'E',
    durationSeconds: 240,
    readiness: [
      { membershipId: 'ros', status: 'green' },
      { membershipId: 'kit', status: 'amber' },
    ],
  }),
  aSong({ id: 's2', title: 'Valerie', artist: 'The Zutons', durationSeconds: 180 }),
]
const dakota: SetlistItem = { id: 'i1', songId: 's1', label: null, note: 'Capo 2', durationSeconds: 300, chartCount: 0 }
let items: readonly SetlistItem[]

function Editable() {
  const [shown, setShown] = useState<readonly SetlistItem[]>([dakota])
  useEffect(() => {
    items = shown
  }, [shown])
  return (
    <AddSetlistItemsDialog
      isOpen
      songs={songs}
      memberIds={['ros', 'kit']}
      items={shown}
      onAdd={(item) => setShown([...shown, item])}
      onRemove={({ id }) => setShown(shown.filter((item) => item.id !== id))}
      onClose={() => undefined}
    />
  )
}

const row = (title: string) => screen.getByRole('button', { name: new RegExp(`^${title}`) })

test('in the dialog that adds songs to a set list, the row of a song shows the readiness of the members, the key and the length', async () => {
  await renderPage(<Editable />)
  expect(row('Dakota').textContent).toContain('1 Ready, 1 Working')
  expect(row('Dakota').textContent).toContain('E · 4:00')
  expect(row('Valerie').textContent).toContain('2 Not Ready')
})

test('a song in the set list is shown as pressed; a press takes the song out, and the next press puts it back with its note and length', async () => {
  await renderPage(<Editable />)
  expect(row('Dakota').getAttribute('aria-pressed')).toBe('true')
  expect(row('Valerie').getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(row('Dakota'))
  expect(items).toEqual([])
  expect(row('Dakota').getAttribute('aria-pressed')).toBe('false')
  expect(await screen.findByText('Dakota removed, 0 entries')).toBeTruthy()
  fireEvent.click(row('Dakota'))
  expect(items).toEqual([dakota])
})

test('a song that is played twice is added again by the button of its row, and a press on the row takes out the last of the two entries', async () => {
  await renderPage(<Editable />)
  fireEvent.click(screen.getByRole('button', { name: 'Add Dakota again' }))
  expect(items.map(({ songId }) => songId)).toEqual(['s1', 's1'])
  expect(row('Dakota').textContent).toContain('2×')
  fireEvent.click(row('Dakota'))
  expect(items).toEqual([dakota])
  expect(row('Dakota').getAttribute('aria-pressed')).toBe('true')
})

test('the search in the dialog that adds songs to a set list finds a song by its artist, and says if no song matches', async () => {
  await renderPage(<Editable />)
  const search = screen.getByRole('searchbox', { name: 'Search the practice list' })
  fireEvent.change(search, { target: { value: 'zutons' } })
  expect(screen.queryByRole('button', { name: /^Dakota/ })).toBeNull()
  expect(row('Valerie')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'nothing' } })
  expect(screen.getByText('No song on the list matches')).toBeTruthy()
})

test('the dialog that adds songs to a set list shows the length of the set list, or of each half once the set list has a break', async () => {
  await renderPage(<Editable />)
  expect(screen.getByText('In the list · 1 song · 5:00')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add a break of 15 minutes' }))
  fireEvent.click(row('Valerie'))
  expect(screen.getByText('First half · 1 song · 5:00')).toBeTruthy()
  expect(screen.getByText('Second half · 1 song · 3:00')).toBeTruthy()
})
