import type { BandEvent } from '@gaffer/domain/events/event'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { EventBar } from './event-bar.tsx'

const gig = anEvent({ type: 'gig', title: 'At the Fenton', startTime: '20:00' })

function draw(fields: Partial<BandEvent> = {}): HTMLElement {
  const event = { ...gig, ...fields }
  const placed = { event, lane: 0, column: 0, span: 1, hasStart: true, hasEnd: true }
  const { container } = render(<EventBar placed={placed} date={gig.date} isWide bandColors={new Map()} />)
  return container.firstElementChild as HTMLElement
}

it('the bar of a confirmed event is a filled chip without a dashed outline', () => {
  const { className, dataset } = draw()
  expect(className).toContain('bg-gig-chip')
  expect(className).not.toContain('border-dashed')
  expect(dataset['tip']).toBe('At the Fenton, Gig, 8:00 PM')
})

it('the bar of a pencilled event is transparent with a dashed outline in the colour of its type, and its tooltip says "Pencilled"', () => {
  const { className, dataset } = draw({ status: 'tentative' })
  expect(className.split(' ')).toEqual(expect.arrayContaining(['border-dashed', 'border-gig-mark', 'bg-transparent']))
  expect(dataset['tip']).toContain('Pencilled')
})

it('the bar of a pencilled event of another band has a dashed outline', () => {
  expect(draw({ status: 'tentative', bandName: 'Harbour Lights' }).className).toContain('border-dashed')
})

it('the bar of a cancelled event is struck through with a faint icon, and its tooltip says "Cancelled"', () => {
  const bar = draw({ status: 'cancelled' })
  expect(bar.querySelector('.line-through')?.textContent).toBe('8 PM At the Fenton')
  expect(bar.querySelector('svg')?.getAttribute('class')).toContain('opacity-40')
  expect(bar.dataset['tip']).toContain('Cancelled')
})

it('the bar of another band’s event has the initials of the band and the name before the time, and the bar of an event of the selected band has the time first', () => {
  expect(draw({ bandName: 'Harbour Lights' }).textContent).toBe('HLAt the Fenton 8 PM')
  expect(draw().textContent).toBe('8 PM At the Fenton')
})
