import type { BandEvent } from '@gaffer/domain/events/event'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EventView } from './event-page.tsx'

const today = '2027-03-12'
const membership = anOwnMembership()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00Z`) }))
afterEach(() => vi.useRealTimers())

/** Whether the tab is above the answers. A history without other tabs has a heading in place of a tab. */
async function isAboveAnswers(label: string, fields: Partial<BandEvent>): Promise<boolean> {
  const event = anEvent({ bandId: membership.bandId, date: today, startTime: '19:00', ...fields })
  await renderPage(<EventView event={event} membership={membership} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
  const role = label === 'History' ? 'heading' : 'tab'
  const shown = await screen.findByRole(role, { name: label })
  const answers = screen.getByRole('region', { name: 'Answers' })
  return (shown.compareDocumentPosition(answers) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

it.each<[string, 'above' | 'below', string, Partial<BandEvent>]>([
  ['on the day of a practice, What to play', 'above', 'What to play', {}],
  ['on the day of a gig, the gig sheet', 'above', 'Gig sheet', { type: 'gig', hasGigSheet: true }],
  ['on the day of a gig without a gig sheet, the history', 'below', 'History', { type: 'gig' }],
  ['on the day before a practice, What to play', 'below', 'What to play', { date: '2027-03-13' }],
  ['on the day of a cancelled practice, What to play', 'below', 'What to play', { status: 'cancelled' }],
])('%s is shown %s the answers', async (_what, place, label, fields) => {
  expect((await isAboveAnswers(label, fields)) ? 'above' : 'below').toBe(place)
})
