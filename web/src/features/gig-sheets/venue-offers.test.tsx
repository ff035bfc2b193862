import type { Venue } from '@gaffer/domain/gig-sheets/venue'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { renderPage } from '#testing/render-page.tsx'
import { FillFromLastGig } from './venue-offers.tsx'

const place = 'The Fenton, Leeds'
const venue: Venue = {
  place,
  address: '161 Woodhouse Lane',
  contactName: null,
  contactPhone: null,
  contactEmail: null,
  gettingThere: null,
  gear: null,
  lastDate: '2026-09-04',
  timesPlayed: 3,
  lastFeePence: 25_000,
}

it('the button that fills in a gig sheet has a text with the date of the last gig at the venue and, in a sentence of its own, the last fee', async () => {
  await renderPage(<FillFromLastGig bandId="b1" value={place} chosen={null} onChoose={() => undefined} />, {
    cached: [[queryKeyOf('GET /api/bands/:bandId/venues', { params: { bandId: 'b1' }, query: { q: place } }), [venue]]],
  })
  // The fields are of the last gig with a sheet, which may be before the last gig.
  expect(screen.getByRole('button', { name: 'Fill in from the last gig sheet here' })).toBeTruthy()
  expect(screen.getByText('The last gig here was on Fri 4 Sep 2026. The last fee was £250.')).toBeTruthy()
})
