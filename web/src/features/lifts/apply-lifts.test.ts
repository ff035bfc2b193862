import type { Lift } from '@gaffer/domain/lifts/lift'
import { expect, test } from 'vitest'
import { applyChangesToReply } from '#lib/shown-changes.ts'
import './apply-lifts.ts'

const params = { bandId: 'b', eventId: 'e' }
const path = '/api/bands/:bandId/events/:eventId/lifts/:membershipId'
const lift = (membershipId: string, more: Partial<Lift>): Lift => ({
  membershipId,
  displayName: membershipId,
  mode: 'needs',
  seats: null,
  from: null,
  leavesAt: null,
  driverId: null,
  ...more,
})
const driver = lift('ali', { mode: 'drives', seats: 2 })
const rider = lift('kit', { mode: 'rides', driverId: 'ali' })

function shown(
  lifts: Lift[],
  method: 'PUT' | 'DELETE',
  membershipId: string,
  body: object | null = null,
  eventId = 'e',
): string[] {
  const change = { endpoint: `${method} ${path}`, params: { ...params, membershipId }, body, madeAt: 0 }
  const address = { params: { ...params, eventId } }
  const read = { name: 'GET /api/bands/:bandId/events/:eventId/lifts' as const, address }
  const after = applyChangesToReply(read, lifts, [change], new Map()) as Lift[]
  return after.map((one) => `${one.membershipId} ${one.mode} ${one.driverId ?? one.seats ?? ''}`.trim())
}

test('a member who gets into a car is shown last in the list, and a member who gets out is shown as needing a lift', () => {
  expect(shown([driver, rider], 'PUT', 'jo', { mode: 'rides', driverId: 'ali' })).toEqual([
    'ali drives 2',
    'kit rides ali',
    'jo rides ali',
  ])
  expect(shown([driver, rider], 'PUT', 'kit', { mode: 'needs' })).toEqual(['ali drives 2', 'kit needs'])
})

test('the riders of a member who no longer drives need a lift, and the riders of a driver who adds seats stay', () => {
  expect(shown([driver, rider], 'DELETE', 'ali')).toEqual(['kit needs'])
  expect(shown([driver, rider], 'PUT', 'ali', { mode: 'own' })).toEqual(['kit needs', 'ali own'])
  expect(shown([driver, rider], 'PUT', 'ali', { mode: 'drives', seats: 4 })).toEqual(['ali drives 4', 'kit rides ali'])
})

test('a change of a lift is not shown at another gig', () => {
  expect(shown([driver, rider], 'DELETE', 'ali', null, 'other')).toEqual(['ali drives 2', 'kit rides ali'])
})
