// A link's event: from what was read already, else asked of the chosen band first and then of the others.

import type { Event } from '@gaffer/domain/event'
import type { OwnMembership } from '@gaffer/domain/member'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findEvent } from './find-event.ts'

const bands = ['a', 'b', 'c'].map((bandId) => ({ bandId, band: { name: `Band ${bandId}` } }) as OwnMembership)
let asked: string[]
let answers: Record<string, () => Response>
let client: QueryClient

beforeEach(() => {
  asked = []
  answers = {}
  client = new QueryClient()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return answers[address]?.() ?? Response.json({}, { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const find = (bandId: string | null = 'b') => findEvent(client, { bands, bandId }, 'e')
const at = (bandId: string) => `/api/bands/${bandId}/events/e`
const answer = (bandId: string, event: object) => (answers[at(bandId)] = () => Response.json(event))

it('an event of the chosen band is asked of that band alone', async () => {
  answer('b', { id: 'e', type: 'gig', bandName: null })
  expect(await find()).toEqual({ id: 'e', type: 'gig', bandName: null })
  expect(asked).toEqual([at('b')])
})

it('an event of another own band is found there and carries the name of that band', async () => {
  answer('c', { id: 'e', type: 'gig', bandName: null })
  expect(await find()).toMatchObject({ bandName: 'Band c' })
  expect(asked).toEqual([at('b'), at('a'), at('c')])
})

it('an event that none of the member’s bands has is null', async () => expect(await find(null)).toBeNull())

it('an answer other than 404 is an error, not an absent event', async () => {
  answers[at('b')] = () => Response.json({}, { status: 503 })
  await expect(find()).rejects.toThrow('503')
})

it('an event that was read for the chosen calendar is not asked for again', async () => {
  const event = { id: 'e', bandName: null } as Event
  const key = (path: string) => path.split('/')
  client.setQueryData(key('/api/bands/b/calendar?startDate=x'), { bandEvents: [], userEvents: [event] })
  client.setQueryData(key('/api/me/events?startDate=x'), [{ ...event, bandName: 'Band b' }])
  expect([await find(), await find(null)]).toEqual([event, { ...event, bandName: 'Band b' }])
  expect(asked).toEqual([])
})
