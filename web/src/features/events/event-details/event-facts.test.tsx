import type { BandEvent } from '@gaffer/domain/events/event'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EventFacts } from './event-facts.tsx'

const seriesId = '0190a000-0000-7000-8000-0000000000f1'
const renderRepeatsFact = async (fields: Partial<BandEvent>) => {
  await renderPage(<EventFacts event={anEvent(fields)} />)
  return screen.queryByText('Repeats')?.closest('div')?.textContent ?? null
}

it.each([
  ['an event of a series says "One of a series"', { seriesId }, 'RepeatsOne of a series'],
  [
    'a date of a series that was edited by hand says that later changes to the series leave it alone',
    { seriesId, isEditedByHand: true },
    'RepeatsOne of a seriesEdited by hand: later changes to the series leave it alone',
  ],
  ['an event without a series says nothing about repeating', {}, null],
])('%s', async (_title, fields, expected) => {
  expect(await renderRepeatsFact(fields)).toBe(expected)
})

it('"Open in Maps" opens the address of the gig sheet, or the name of the place if there is no such address', async () => {
  const query = () => new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open in Maps' }).href).search
  const gig = anEvent({ type: 'gig', location: 'The Adelphi' })
  await renderPage(<EventFacts event={gig} address={'89 De Grey Street\nHull'} />)
  expect(query()).toBe('?query=89%20De%20Grey%20Street%20Hull')
  cleanup()
  await renderPage(<EventFacts event={gig} />)
  expect(query()).toBe('?query=The%20Adelphi')
})

it('a place that is not agreed yet has no "Open in Maps"', async () => {
  await renderPage(<EventFacts event={anEvent({ type: 'gig', location: publicPageMessages.placeUnknown })} />)
  expect(screen.getByText(publicPageMessages.placeUnknown)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open in Maps' })).toBeNull()
})
