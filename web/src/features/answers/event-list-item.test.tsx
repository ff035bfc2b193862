import type { BandEvent } from '@gaffer/domain/events/event'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { anEvent } from '#testing/event-fixture.ts'
import { EventListItem } from './event-list-item.tsx'

const counts = { yes: 4, maybe: 1, no: 0, away: 0, none: 1 }
const gig = anEvent({
  type: 'gig',
  title: 'At the Fenton',
  startTime: '20:00',
  asksAnswers: true,
  answerCounts: counts,
})

beforeEach(() => vi.useFakeTimers({ now: new Date('2027-03-01T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

async function show(fields: Partial<BandEvent> = {}) {
  const { container } = await renderPage(<EventListItem event={{ ...gig, ...fields }} onOpen={() => undefined} />)
  return container.textContent
}

it('an event that the member has not answered shows the counts and the prompt "Answer"', async () => {
  expect(await show()).toBe('At the FentonGig · 8:00 PM4 yes · 1 maybe · 1 to answerAnswer')
})

it('an answered event shows the answer of the member in words', async () => {
  expect(await show({ myAnswer: 'maybe' })).toMatch(/1 to answerYour answer: Maybe$/)
})

it('a pencilled event shows "Pencilled" and its option number', async () => {
  expect(await show({ status: 'tentative', optionNumber: 2, optionCount: 3 })).toContain(
    'Pencilled · Option 2 of 3 · Gig · 8:00 PM',
  )
  expect(screen.getByText('At the Fenton').className).not.toContain('line-through')
})

it('a cancelled event shows "Cancelled" and a struck-through title, and no prompt "Answer"', async () => {
  expect(await show({ status: 'cancelled' })).toBe('At the FentonCancelled · Gig · 8:00 PM')
  expect(screen.getByText('At the Fenton').className).toContain('line-through')
})

it('an event that an earlier release cached without counts and status is still shown in a list', async () => {
  const { answerCounts: _, myAnswer: __, status: ___, ...copy } = gig
  const { container } = await renderPage(<EventListItem event={copy as BandEvent} onOpen={() => undefined} />)
  expect(container.textContent).toBe('At the FentonGig · 8:00 PM')
})
