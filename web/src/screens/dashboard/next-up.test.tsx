import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { publicGigsAndFestivalsToday } from '#features/events/next-event.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { DashboardNextUp } from './next-up.tsx'

const today = '2027-03-12'
const membership = anOwnMembership()
const gig = anEvent({
  type: 'public_gig',
  date: today,
  startTime: '20:00',
  location: 'The Fenton',
  isPublic: true,
  hasGigSheet: true,
})
const times = [
  { time: '17:00', label: 'Load-in' },
  { time: '21:15', label: 'On stage' },
  { time: '01:00', label: 'Curfew' },
]
const sheet = {
  ...emptyGigSheet,
  times,
  address: '15 Woodhouse Lane\nLeeds',
  contactName: 'Jo',
  contactPhone: '0113 496 0142',
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 12, 18) }))
afterEach(() => void vi.useRealTimers())

const show = (event = gig, saved = sheet) => {
  const isGigToday = publicGigsAndFestivalsToday([event], today).length > 0
  return renderPage(<DashboardNextUp event={event} today={today} isGigToday={isGigToday} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
      [
        queryKeyOf('GET /api/bands/:bandId/events/:eventId/gig-sheet', {
          params: { bandId: event.bandId ?? '', eventId: event.id },
        }),
        saved,
      ],
    ],
  })
}
const runningTimes = () => screen.queryByRole('list', { name: 'Running times' })

test('on the day of a gig the Next Up card says "Gig today", shows the running times and marks the next running time', async () => {
  await show()
  expect(screen.getByText('Gig today:')).toBeTruthy()
  const rows = within(runningTimes() as HTMLElement).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['5:00 PMLoad-in', '9:15 PMOn stage', '1:00 AMCurfew'])
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(runningTimes()?.className).toContain('text-2xl')
})

test('the map link of the Next Up card has the address of the gig sheet, and the call link has the number of the contact in the gig sheet', async () => {
  await show()
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(decodeURIComponent(link('Open in Maps') ?? '')).toContain('15 Woodhouse Lane Leeds')
  expect(link('Call Jo')).toBe('tel:01134960142')
})

test('without an address in the gig sheet the map link of the Next Up card has the place of the event', async () => {
  await show(gig, { ...sheet, address: null } as unknown as typeof sheet)
  expect(screen.getByRole('link', { name: 'Open in Maps' }).getAttribute('href')).toContain('The%20Fenton')
})

test('the Next Up card has no running times before the day of the gig, nor on the day if the gig sheet has no times', async () => {
  await show({ ...gig, date: '2027-03-13' })
  expect([runningTimes(), screen.queryByText('Gig today:')]).toEqual([null, null])
  await show(gig, { ...sheet, times: [] })
  expect(runningTimes()).toBeNull()
})

test('on a middle day of a festival the Next Up card shows the running times', async () => {
  await show({ ...gig, type: 'festival', date: '2027-03-11', endDate: '2027-03-13' })
  expect(runningTimes()).not.toBeNull()
})

test('the Next Up card says where a moved event moved from', async () => {
  await show({ ...gig, date: '2027-03-13', movedFrom: { date: '2027-03-11', startTime: '20:00', place: 'The Fenton' } })
  expect(screen.getByText('Moved from Thu 11 Mar')).toBeTruthy()
})
