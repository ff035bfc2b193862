import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextChart, splitIntoWords } from './text-chart.tsx'

it('a line of a text chart is split between words only, and each chord stays with its syllable', () => {
  const segments = [
    { chord: null, text: 'Thinking ' },
    { chord: 'G', text: 'back, thinking of ' },
    { chord: 'D', text: 'y' },
    { chord: 'A', text: 'ou' },
    { chord: 'Bm', text: '' },
    { chord: 'E', text: '' },
  ]
  expect(splitIntoWords(segments)).toEqual([
    [{ chord: null, text: 'Thinking ' }],
    [{ chord: 'G', text: 'back, ' }],
    [{ chord: null, text: 'thinking ' }],
    [{ chord: null, text: 'of ' }],
    [
      { chord: 'D', text: 'y' },
      { chord: 'A', text: 'ou' },
      { chord: 'Bm', text: '' },
    ],
    [{ chord: 'E', text: '' }],
  ])
})

it('a chart in G is shown three semitones higher in B flat, with its key, its sections and its comment', () => {
  const text = '{key: G}\n{tempo: 96}\n{c: Softly}\n{soc}\n[G]Hello [D/F#]there\n{eoc}'
  const { container } = render(<TextChart text={text} format="chordpro" semitones={3} />)
  expect(screen.getByText('Key Bb · 96 bpm')).toBeTruthy()
  expect(screen.getByText('Softly')).toBeTruthy()
  expect(screen.getByText('Chorus')).toBeTruthy()
  expect(container.textContent).toContain('BbHello F/Athere')
})

it('with a capo, a text chart shows the chord shapes to play, and still names the sounding key', () => {
  const { container } = render(<TextChart text={'{key: A}\n[A]Hey'} format="chordpro" capo={2} />)
  expect(container.textContent).toContain('Key A · Capo 2')
  expect(container.textContent).toContain('GHey')
})

it('a line that is not valid ChordPro and a plain text chart are shown as they were written', () => {
  const { container, rerender } = render(<TextChart text={'{define: X\n[G Hello'} format="chordpro" />)
  expect(container.textContent).toBe('{define: X[G Hello')
  rerender(<TextChart text={'C   G\n[Hello]'} format="plain" semitones={2} />)
  expect(container.textContent).toBe('C   G\n[Hello]')
})
