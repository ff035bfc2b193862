import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { fireEvent, screen, waitFor } from '@testing-library/react'
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

test.each([
  [{ version: 0, settledAt: null }, null],
  [{ version: 2, settledAt: null }, 'Settle'],
  [{ version: 3, settledAt: '2027-03-14T20:00:00.000Z' }, 'Where the fee went'],
])('a cancelled gig with the settlement %j has the link %j', async (settlement, name) => {
  await renderPage(<GigMoney event={{ ...gig, status: 'cancelled' }} membership={membership} hasBegun />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/settlement', { params }), settlement],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/miles', { params }), { miles: null }],
    ],
  })
  expect(screen.queryByRole('link')?.textContent ?? null).toBe(name)
})

test('miles that the member is typing stay when another device stores other miles, and a field that the member has not changed shows the stored miles', async () => {
  const miles = queryKeyOf('GET /api/bands/:bandId/events/:eventId/miles', { params })
  const settlement = queryKeyOf('GET /api/bands/:bandId/events/:eventId/settlement', { params })
  const { client } = await renderPage(<GigMoney event={gig} membership={membership} hasBegun />, {
    cached: [
      [settlement, { settledAt: null }],
      [miles, { miles: 20 }],
    ],
  })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^My miles/ })
  client.setQueryData(miles, { miles: 30 })
  await waitFor(() => expect(field.value).toBe('30'))
  fireEvent.change(field, { target: { value: '42' } })
  client.setQueryData(miles, { miles: 36 })
  client.setQueryData(settlement, { settledAt: '2027-03-14T20:00:00.000Z' })
  await screen.findByText('Settled on 14/03/2027.')
  expect(field.value).toBe('42')
})

test('miles of a gig above the limit show an error and disable Save', async () => {
  await renderPage(<GigMoney event={gig} membership={membership} hasBegun />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/settlement', { params }), { settledAt: null }],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/miles', { params }), { miles: null }],
    ],
  })
  const field = screen.getByRole('textbox', { name: /^My miles/ })
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  fireEvent.change(field, { target: { value: String(limits.milesPerGig) } })
  expect(save.disabled).toBe(false)
  fireEvent.change(field, { target: { value: String(limits.milesPerGig + 1) } })
  expect([save.disabled, screen.queryByText(moneyMessages.milesInvalid) !== null]).toEqual([true, true])
})
