import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SetlistPrintSheet } from './print-sheet.tsx'

const line = { songId: null, note: null, durationSeconds: null, chartCount: 0 }

it('the printed set list says above each half how long that half takes', () => {
  const items = [
    { ...line, id: '1', label: 'Intro tape', durationSeconds: 60 },
    { ...line, id: '2', label: 'Break', durationSeconds: 900 },
    { ...line, id: '3', label: 'Outro', durationSeconds: 120 },
  ]
  render(<SetlistPrintSheet draft={{ name: 'Fenton', items }} songs={new Map()} />)
  const texts = [...document.querySelectorAll('[data-print-sheet] :is(p, li)')].map(({ textContent }) => textContent)
  expect(texts.slice(0, 2)).toEqual(['Fenton', 'First half · 0 songs · 1:00'])
  expect(texts[3]).toBe('Break Second half · 0 songs · 2:00')
})
