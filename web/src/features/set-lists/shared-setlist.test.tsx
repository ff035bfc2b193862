import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SharedSetlist } from './shared-setlist.tsx'

const item = { note: null, key: null, tempo: null }
const song = (title: string, durationSeconds: number | null) => ({ ...item, isSong: true, title, durationSeconds })

it('a shared set list with a break says how many songs each half has, and how long each half takes', () => {
  const items = [
    song('Valerie', 180),
    song('Rocket', 240),
    { ...item, isSong: false, title: 'Break', durationSeconds: 900 },
    song('Encore', null),
  ]
  render(<SharedSetlist setlist={{ name: 'Fenton', items }} />)
  expect(screen.getByText('First half · 2 songs · 7:00')).toBeTruthy()
  expect(screen.getByText('Second half · 1 song · 1 without a length')).toBeTruthy()
})

it('a shared set list without a break has no halves', () => {
  const { container } = render(<SharedSetlist setlist={{ name: 'Fenton', items: [song('Valerie', 180)] }} />)
  expect(container.textContent).not.toContain('half')
})
