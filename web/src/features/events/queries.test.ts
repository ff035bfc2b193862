import type { OwnMembership } from '@gaffer/domain/bands/member'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorResponse } from '#testing/error-response.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { fetchEventFromAnyBand } from './queries.ts'

const bands = ['a', 'b', 'c'].map((bandId) => ({ bandId, band: { name: `Band ${bandId}` } }) as OwnMembership)
let requestedPaths: string[]
let responses: Record<string, () => Response>
let client: QueryClient

beforeEach(() => {
  requestedPaths = []
  responses = {}
  client = new QueryClient()
  vi.stubGlobal('fetch', async (address: string) => {
    requestedPaths.push(address)
    return responses[address]?.() ?? errorResponse(404, 'not_found')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const gig = anEvent({ type: 'gig' })
const find = (bandId: string | null = 'b') => fetchEventFromAnyBand(client, { bands, bandId }, gig.id)
const at = (bandId: string) => `/api/bands/${bandId}/events/${gig.id}`
const serveGigFrom = (bandId: string) => (responses[at(bandId)] = () => Response.json(gig))

it('fetchEventFromAnyBand requests an event of the selected band from that band only', async () => {
  serveGigFrom('b')
  expect(await find()).toEqual(gig)
  expect(requestedPaths).toEqual([at('b')])
})

it('fetchEventFromAnyBand requests an event from the selected band first, then from the user’s other bands, and adds the name of the other band that has the event', async () => {
  serveGigFrom('c')
  expect(await find()).toMatchObject({ bandName: 'Band c' })
  expect(requestedPaths).toEqual([at('b'), at('a'), at('c')])
})

it('fetchEventFromAnyBand returns null for an event that none of the user’s bands has', async () =>
  expect(await find(null)).toBeNull())

it('fetchEventFromAnyBand throws the error of a 503', async () => {
  responses[at('b')] = () => Response.json({}, { status: 503 })
  await expect(find()).rejects.toThrow('503')
})

it('fetchEventFromAnyBand requests nothing for an event in the cached queries of the selected calendar', async () => {
  const query = { startDate: '2027-03-01', endDate: '2027-03-31' }
  client.setQueryData(queryKeyOf('GET /api/bands/:bandId/calendar', { params: { bandId: 'b' }, query }), {
    bandEvents: [],
    userEvents: [gig],
    otherBandEvents: [],
    busy: [],
  })
  client.setQueryData(queryKeyOf('GET /api/me/events', { query }), [{ ...gig, bandName: 'Band b' }])
  expect([await find(), await find(null)]).toEqual([gig, { ...gig, bandName: 'Band b' }])
  expect(requestedPaths).toEqual([])
})
