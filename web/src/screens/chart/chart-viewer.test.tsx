import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aTextChart } from '#testing/chart-fixture.ts'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { ChartViewer } from './chart-page.tsx'

beforeEach(() => localStorage.clear())

const onLeave = vi.fn<() => void>()
const show = (id = 'c1', text = '{key: G}\n[G]Hello [D]there') => {
  cleanup()
  const chart = aTextChart(text, { id })
  return renderPage(<ChartViewer chart={chart} membership={anOwnMembership()} onLeave={onLeave} />)
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const words = () => screen.getByRole('main').textContent

test('the transposition and the capo are remembered for each chart, and the text size for all charts', async () => {
  await show()
  await press('Up a semitone')
  await press('Up a semitone')
  await press('Capo one fret higher')
  await press('Larger')
  expect(words()).toContain('+2 semitones')
  expect(words()).toContain('Key A · Capo 1')
  await show()
  expect(words()).toContain('Key A · Capo 1')
  expect(words()).toContain('AbHello Ebthere')
  await show('c2')
  expect(words()).toContain('As written')
  expect(words()).toContain('GHello Dthere')
  expect((screen.getByText('Hello').closest('[style]') as HTMLElement).style.fontSize).toBe('1.125rem')
})

test('the capo starts at the fret that the chart names, and the chord shapes change only with another capo', async () => {
  await show('c1', '{capo: 2}\n[D]Hello')
  expect(words()).not.toContain('No capo')
  expect(words()).toContain('DHello')
  await press('Capo one fret higher')
  expect(words()).toContain('Capo 3')
  expect(words()).toContain('DbHello')
  await press('Capo one fret lower')
  expect(words()).toContain('DHello')
  await press('Capo one fret lower')
  await press('Capo one fret lower')
  expect(words()).toContain('No capo')
  expect(words()).toContain('EHello')
  await show('c1', '{capo: 2}\n[D]Hello')
  expect(words()).toContain('No capo')
})

test('a transposition by one semitone is written in the singular, and "Up a semitone" takes the transposition back', async () => {
  await show()
  await press('Down a semitone')
  expect(words()).toContain('−1 semitone')
  expect(words()).not.toContain('semitones')
  await press('Up a semitone')
  expect(words()).toContain('As written')
})

test('Escape and the button Back each call onLeave of the chart viewer', async () => {
  await show()
  fireEvent.keyDown(window, { key: 'Escape' })
  await press('Back')
  expect(onLeave).toHaveBeenCalledTimes(2)
})
