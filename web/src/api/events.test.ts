import type { OwnMembership } from '@gaffer/domain/member'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Event } from '@gaffer/domain/event'
import { queryKeyOf } from './endpoint-query.ts'
import { findEvent } from './events.ts'

const bands = ['a', 'b', 'c'].map((bandId) => ({ bandId, band: { name: `Band ${bandId}` } }) as OwnMembership)
let asked: string[]
let answers: Record<string, () => Response>
let client: QueryClient

beforeEach(() => {
  // The replies have only the fields that findEvent reads.
  vi.stubEnv('DEV', false)
  asked = []
  answers = {}
  client = new QueryClient()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return answers[address]?.() ?? Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const gig = { id: '0190a000-0000-7000-8000-000000000001', type: 'gig', date: '2027-03-12' } as Event
const find = (bandId: string | null = 'b') => findEvent(client, { bands, bandId }, gig.id)
const at = (bandId: string) => `/api/bands/${bandId}/events/${gig.id}`
const answer = (bandId: string) => (answers[at(bandId)] = () => Response.json(gig))

it('an event of the selected band is requested from that band alone', async () => {
  answer('b')
  expect(await find()).toEqual(gig)
  expect(asked).toEqual([at('b')])
})

it('an event of another own band is found there and carries the name of that band', async () => {
  answer('c')
  expect(await find()).toMatchObject({ bandName: 'Band c' })
  expect(asked).toEqual([at('b'), at('a'), at('c')])
})

it('an event that none of the user’s bands has is null', async () => expect(await find(null)).toBeNull())

it('an error other than not_found is thrown', async () => {
  answers[at('b')] = () => Response.json({}, { status: 503 })
  await expect(find()).rejects.toThrow('503')
})

it('an event in the selected calendar’s cached queries is not requested', async () => {
  const query = { startDate: '2027-03-01', endDate: '2027-03-31' }
  client.setQueryData(queryKeyOf('GET /api/bands/:bandId/calendar', { params: { bandId: 'b' }, query }), {
    bandEvents: [],
    userEvents: [gig],
  })
  client.setQueryData(queryKeyOf('GET /api/me/events', { query }), [{ ...gig, bandName: 'Band b' }])
  expect([await find(), await find(null)]).toEqual([gig, { ...gig, bandName: 'Band b' }])
  expect(asked).toEqual([])
})
