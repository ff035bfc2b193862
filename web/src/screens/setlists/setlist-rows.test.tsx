import type { SetlistItem } from '@gaffer/domain/set-lists/set-list'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Song } from '#features/songs/queries.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { useState } from 'react'
import { SetlistRows } from './setlist-rows.tsx'

const songs = new Map<string, Song>(
  [aSong({ id: 's1', title: 'Dakota', key: 'E' }), aSong({ id: 's2', title: 'Valerie', durationSeconds: 225 })].map(
    (song) => [song.id, song],
  ),
)
const item = (id: string, fields: Partial<SetlistItem>): SetlistItem => ({
  id,
  songId: null,
  label: null,
  note: null,
  durationSeconds: null,
  chartCount: 0,
  ...fields,
})
const stored = [
  item('i1', { songId: 's1', note: 'Capo 2' }),
  item('i2', { label: 'Break', durationSeconds: 900 }),
  item('i3', { songId: 's2' }),
]

function Editable() {
  const [items, setItems] = useState<readonly SetlistItem[]>(stored)
  return <SetlistRows items={items} songs={songs} onReorder={setItems} onOpen={vi.fn()} />
}

const rows = () => within(screen.getByRole('list', { name: 'Set list' })).getAllByRole('listitem')
const order = () => rows().map((row) => /Dakota|Break|Valerie/.exec(row.textContent ?? '')?.[0])
const descriptionOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}` })

test('the songs of a set list are numbered; a break has no number, and states the number and length of the songs after it', async () => {
  await renderPage(<Editable />)
  expect(rows().map((row) => row.textContent)).toEqual([
    '1DakotaCapo 2in E',
    'BreakSecond half · 1 song · 3:4515 min',
    '2Valerie3:45',
  ])
})

test('each half of a set list states its length, also after two songs were moved to the other half', async () => {
  await renderPage(<Editable />)
  expect(screen.getByText('First half · 1 song · 1 without a length')).toBeTruthy()
  fireEvent.keyDown(handle('Valerie'), { key: 'Home' })
  fireEvent.keyDown(handle('Dakota'), { key: 'End' })
  expect(screen.getByText('First half · 1 song · 3:45')).toBeTruthy()
  expect(screen.getByText('Second half · 1 song · 1 without a length')).toBeTruthy()
})

test('arrow keys, Home and End on a handle move its row, keep the focus and announce the new position', async () => {
  await renderPage(<Editable />)
  expect(descriptionOf(handle('Dakota'))).toBe(
    'Press the up or down arrow to move it, Home or End to move it to the top or bottom',
  )
  handle('Dakota').focus()
  fireEvent.keyDown(handle('Dakota'), { key: 'ArrowDown' })
  expect(order()).toEqual(['Break', 'Dakota', 'Valerie'])
  expect(document.activeElement).toBe(handle('Dakota'))
  expect(await screen.findByText('Dakota, position 2 of 3')).toBeTruthy()
  fireEvent.keyDown(handle('Dakota'), { key: 'End' })
  expect(order()).toEqual(['Break', 'Valerie', 'Dakota'])
  fireEvent.keyDown(handle('Dakota'), { key: 'ArrowDown' })
  expect(order()).toEqual(['Break', 'Valerie', 'Dakota'])
  fireEvent.keyDown(handle('Dakota'), { key: 'Home' })
  fireEvent.keyDown(handle('Valerie'), { key: 'ArrowUp' })
  expect(order()).toEqual(['Dakota', 'Valerie', 'Break'])
})

test('a row moved by a key is scrolled into view in its new place', async () => {
  await renderPage(<Editable />)
  const seen: unknown[] = []
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push([this.getAttribute('aria-label'), order()])
  })
  fireEvent.keyDown(handle('Dakota'), { key: 'ArrowDown' })
  // The drag renders the list again, without another scroll.
  fireEvent.pointerDown(handle('Valerie'), { pointerId: 1, button: 0, clientY: 230 })
  expect(seen).toEqual([['Move Dakota', ['Break', 'Dakota', 'Valerie']]])
  scrolled.mockRestore()
})

/** Lays out the rows one below the other, each 60 px high. */
function layOut() {
  for (const [index, row] of rows().entries()) {
    row.getBoundingClientRect = () => new DOMRect(0, 200 + index * 60, 390, 60)
  }
}
const firePointer = (type: string, clientY: number) =>
  act(() => {
    window.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientY }))
  })

test('a row that is dragged past the middle of the last row is dropped behind the last row', async () => {
  await renderPage(<Editable />)
  layOut()
  fireEvent.pointerDown(handle('Dakota'), { pointerId: 1, button: 0, clientY: 230 })
  firePointer('pointermove', 355)
  expect(rows().map(({ style }) => style.transform)).toEqual([
    'translateY(125px)',
    'translateY(-60px)',
    'translateY(-60px)',
  ])
  expect(order()).toEqual(['Dakota', 'Break', 'Valerie'])
  firePointer('pointerup', 355)
  expect(order()).toEqual(['Break', 'Valerie', 'Dakota'])
  firePointer('pointermove', 230)
  expect(rows().map(({ style }) => style.transform)).toEqual(['', '', ''])
})

test.each(['pointercancel', 'Escape'])('a drag that ends with %s leaves the order as it was', async (end) => {
  await renderPage(<Editable />)
  layOut()
  fireEvent.pointerDown(handle('Dakota'), { pointerId: 1, button: 0, clientY: 230 })
  firePointer('pointermove', 355)
  if (end === 'Escape') fireEvent.keyDown(window, { key: 'Escape' })
  else firePointer('pointercancel', 355)
  firePointer('pointerup', 355)
  expect(order()).toEqual(['Dakota', 'Break', 'Valerie'])
})

/** Six songs, and `rendered`: the ids of the songs whose rows were rendered since `rendered` was emptied. */
function countedRows() {
  const rendered: string[] = []
  const counted = new Map(
    ['1', '2', '3', '4', '5', '6'].map((id) => {
      const song = aSong({ id, title: `Song ${id}` })
      return [id, Object.defineProperty(song, 'key', { get: () => void rendered.push(id) })] as const
    }),
  )
  const items = [...counted.keys()].map((songId) => item(`i${songId}`, { songId }))
  return { rendered, counted, items }
}

test('each step of a drag renders only the rows that move, and the drop renders only the rows with a new number', async () => {
  const { rendered, counted, items } = countedRows()
  const onOpen = vi.fn()
  function List() {
    const [shown, setShown] = useState<readonly SetlistItem[]>(items)
    return <SetlistRows items={shown} songs={counted} onReorder={setShown} onOpen={onOpen} />
  }
  await renderPage(<List />)
  layOut()
  const renderedBy = (act: () => void) => {
    rendered.length = 0
    act()
    return [...new Set(rendered)].toSorted()
  }
  const down = { pointerId: 1, button: 0, clientY: 290 }
  expect(renderedBy(() => fireEvent.pointerDown(handle('Song 2'), down))).toEqual(['2'])
  expect(renderedBy(() => firePointer('pointermove', 355))).toEqual(['2', '3'])
  expect(renderedBy(() => firePointer('pointermove', 360))).toEqual(['2'])
  expect(renderedBy(() => firePointer('pointerup', 360))).toEqual(['2', '3'])
})
