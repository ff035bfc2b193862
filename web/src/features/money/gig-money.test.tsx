import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { GigMoney } from './gig-money.tsx'

const membership = anOwnMembership({ access: 'owner' })
const gig = anEvent({ bandId: membership.bandId, type: 'gig', date: '2027-03-12' })
const params = { bandId: membership.bandId, eventId: gig.id }

test.each([
  [null, 'Settle', 'Where the fee goes, and who is owed what.'],
  ['2027-03-14T20:00:00.000Z', 'Where the fee went', 'Settled on 14/03/2027.'],
])('a gig whose settledAt is %s has a link to its settlement with the name "%s"', async (settledAt, name, text) => {
  await renderPage(<GigMoney event={gig} membership={membership} hasBegun />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/settlement', { params }), { settledAt }],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/miles', { params }), { miles: null }],
    ],
  })
  expect(screen.getByRole('link', { name })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
})
