import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { renderPage } from '#testing/render-page.tsx'
import { AfterGigsSection } from './after-gigs-section.tsx'

const bandId = 'band'
const fenton = { eventId: 'fenton', title: null, place: 'The Fenton', date: '2027-01-10', feePence: 24_000 }
const wedding = { eventId: 'wedding', title: 'Wedding', place: null, date: '2027-03-02', feePence: 50_050 }

function show(fees: (typeof fenton | typeof wedding)[], gigs: object[]) {
  const params = { bandId }
  return renderPage(<AfterGigsSection bandId={bandId} today="2027-03-12" />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/unpaid-fees', { params }), fees],
      [queryKeyOf('GET /api/bands/:bandId/unreported-gigs', { params }), gigs],
    ],
  })
}

const linesOf = () => screen.getAllByRole('link').map(({ children }) => children[1]?.textContent)

test('unpaid fees are one line with their sum and the age of the oldest fee, and the line links to the money page', async () => {
  await show([fenton, wedding], [])
  expect(linesOf()).toEqual(['2 fees have not come in: £740.50The oldest: The Fenton, 2 months ago'])
  expect(screen.getByRole('link').getAttribute('href')).toBe('/bands/band/money')
})

test('several gigs to report are one line with their number and the last day on which the first gig can be reported', async () => {
  const { feePence: _, ...gig } = { ...wedding, lastDay: '2028-03-01' }
  await show([wedding], [gig, { ...gig, eventId: 'later' }])
  expect(linesOf()).toEqual([
    'A fee has not come in: £500.50Wedding, 10 days ago',
    '2 gigs with own songs are not reportedReport the first to PRS for Music by Wed 1 Mar 2028',
  ])
})

test('a single gig to report has the line "A gig with own songs is not reported"', async () => {
  const { feePence: _, ...gig } = { ...wedding, lastDay: '2028-03-01' }
  await show([], [gig])
  expect(linesOf()).toEqual(['A gig with own songs is not reportedReport it to PRS for Music by Wed 1 Mar 2028'])
})

test('without unpaid fees and gigs to report there is no list', async () => {
  await show([], [])
  expect(screen.queryByRole('list')).toBeNull()
})
