// The requests that change how a member gets to a gig.

import type { Lift, LiftInput } from '@gaffer/domain/lifts/lift'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import './apply-lifts.ts'

export type Traveller = { id: string; displayName: string }

/** Returns a function that sets how the member gets to the gig; null removes the stored lift. */
export function useSetLift(params: EventPathParams, traveller: Traveller, eventName: string) {
  const failure = { title: liftMessages.notSaved }
  const about = { id: params.eventId, name: eventName }
  const address = { ...params, membershipId: traveller.id }
  const set = useChange('PUT /api/bands/:bandId/events/:eventId/lifts/:membershipId', {
    changes: 'events',
    failure,
    input: (body: LiftInput) => ({ params: address, body, idempotencyKey: generateIdempotencyKey() }),
    keep: (body) => ({
      about,
      reply: { ...emptyLift, ...body, membershipId: traveller.id, displayName: traveller.displayName } as Lift,
    }),
  })
  const remove = useChange('DELETE /api/bands/:bandId/events/:eventId/lifts/:membershipId', {
    changes: 'events',
    failure,
    input: () => ({ params: address, idempotencyKey: generateIdempotencyKey() }),
    keep: () => ({ about, reply: undefined }),
  })
  return async (lift: LiftInput | null): Promise<boolean> =>
    (lift === null ? await remove.send() : await set.send(lift)) !== null
}

const emptyLift = { seats: null, from: null, leavesAt: null, driverId: null }
