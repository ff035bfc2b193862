// After a call that changed something: which bands' open pages are told. What changed is in the call's row of the table,
// whose it is follows from who called. Every write passes here, so that none can forget to.

import type { FastifyRequest } from 'fastify'
import type { EndpointDefinition } from '@gaffer/domain/endpoint'
import { PageId } from '@gaffer/domain/live'
import { pageHeader } from '@gaffer/domain/page'
import type { Deps } from '#deps.ts'
import type { ActingMember, SignedInPerson } from './gate/gates.ts'
import { bandsOf, bandsThatSeeAway } from './telling-store.ts'

type Caller = { acting?: ActingMember; person?: SignedInPerson | null; params?: unknown }
/** What an answer may say of where its caller is now, and of what was written. */
type Telltale = { joinedBandId?: string | null; id?: string; type?: string }

/**
 * Does the work and, once it is done, tells of it beside the answer. Not inside the work's transaction: a notice in one
 * makes it take a lock of the whole database through its commit.
 */
export async function thenTell<T>(
  endpoint: EndpointDefinition,
  { db, live, log }: Deps,
  request: FastifyRequest,
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const { changes: what = 'nothing' } = endpoint
  if (what === 'nothing') return work()
  const { acting, person } = caller
  const userId = (acting ?? person)?.userId ?? null
  const before = person && what !== 'session' ? await bandsOf(db, person.userId) : []
  const answer = await work()
  const page = PageId.safeParse(request.headers[pageHeader]).data ?? null
  bandsConcerned()
    .then((bands) => live.announce(bands.map((bandId) => ({ what, bandId, userId, page }))))
    .catch((err: unknown) => log.warn({ err }, 'Change not published: open pages stay stale until their next refetch'))
  return answer

  async function bandsConcerned(): Promise<(string | null)[]> {
    const { joinedBandId, id, type } = (answer ?? {}) as Telltale
    if (what === 'session') return [null]
    // A deletion's answer does not say what it was.
    if (acting && what === 'events' && (type === undefined || type === 'unavailable')) {
      const { eventId = id } = caller.params as { eventId?: string }
      return [acting.bandId, ...(await bandsThatSeeAway(db, acting, eventId ?? null))]
    }
    if (acting) return [acting.bandId]
    if (!person) return joinedBandId ? [joinedBandId] : []
    // What is a person's own shows in all their bands; coming into one, or going, concerns that one.
    const after = await bandsOf(db, person.userId)
    const moved = new Set(before).symmetricDifference(new Set(after))
    return moved.size > 0 ? [...moved] : before
  }
}
