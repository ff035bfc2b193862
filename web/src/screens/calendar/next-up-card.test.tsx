import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { CalendarNextUp } from './next-up-card.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 10, 12) }))
afterEach(() => void vi.useRealTimers())

const ignore = () => undefined

it('with nothing ahead, the personal calendar asks for the next date, and not for a practice or gig', async () => {
  await renderPage(
    <CalendarNextUp
      read={{ data: [], isPending: false }}
      today="2027-03-10"
      isWide={false}
      addLabel="Add days away"
      onOpen={ignore}
      onAdd={ignore}
      renderNothingAhead={(prompt) => prompt}
    />,
  )
  const prompt = screen.getByRole('region', { name: 'Nothing ahead' })
  expect(prompt.textContent).toBe('Nothing in the next monthAdd the next date.Add days away')
})

it('Next Up in the calendar says where a moved event moved from', async () => {
  const movedFrom = { date: '2027-03-12', startTime: '20:00', place: 'The Lexington' }
  const gig = anEvent({ type: 'public_gig', date: '2027-03-12', startTime: '20:00', venue: 'The Fenton', movedFrom })
  await renderPage(
    <CalendarNextUp
      read={{ data: [gig], isPending: false }}
      today="2027-03-10"
      isWide={false}
      addLabel={null}
      onOpen={ignore}
      onAdd={ignore}
      renderNothingAhead={(prompt) => prompt}
    />,
  )
  expect(screen.getByText('Moved from The Lexington')).toBeTruthy()
})
