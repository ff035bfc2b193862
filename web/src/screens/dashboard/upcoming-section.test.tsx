import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { UpcomingSection } from './upcoming-section.tsx'

const today = '2027-03-12'
const noonMs = Date.UTC(2027, 2, 12, 12)
const gig = (title: string, startTime: string) => anEvent({ type: 'public_gig', title, date: today, startTime })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: noonMs }))
afterEach(() => vi.useRealTimers())

const show = (...data: ReturnType<typeof anEvent>[]) =>
  renderPage(
    <UpcomingSection read={{ data, error: null, refetch: () => undefined, isFetching: false }} today={today} />,
  )

it('if there is one gig today, "Gig today" is only in the Next Up card', async () => {
  await show(gig('Album launch', '20:00'))
  expect(screen.getAllByText(/^Gig today:/)).toHaveLength(1)
  expect(within(screen.getByRole('region', { name: 'Next' })).getByText(/^Gig today:/)).toBeTruthy()
})

it('further gigs today share one banner with one line each', async () => {
  await show(gig('Matinee', '14:00'), gig('Album launch', '20:00'), gig('Late show', '23:00'))
  const lines = screen.getAllByText(/^Gig today: (Album launch|Late show)$/).map((line) => line.closest('ul'))
  expect(lines).toHaveLength(2)
  expect(new Set(lines).size).toBe(1)
})

it('a gig of today that is over keeps its banner while nothing else is ahead', async () => {
  await show(anEvent({ type: 'public_gig', title: 'Breakfast gig', date: today, startTime: '09:00', endTime: '11:00' }))
  expect(screen.queryByRole('region', { name: 'Next' })).toBeNull()
  expect(screen.getByText('Gig today: Breakfast gig')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Details' }).getAttribute('href')).toMatch(/^\/calendar\?event=/)
})

it('once the next event has begun, Next Up shows a later event of the day', async () => {
  await show(gig('Matinee', '14:00'), gig('Album launch', '20:00'))
  const next = () => screen.getByRole('link', { name: /^Next Up/ }).textContent
  expect(next()).toContain('Matinee')
  vi.setSystemTime(noonMs + 3 * 3_600_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(next()).toContain('Album launch')
})
