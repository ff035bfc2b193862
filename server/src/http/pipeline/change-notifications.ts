// Notifies open pages of a request's changes. The endpoint table names the kind of change; the caller and the response determine the
// bands. The handler of every endpoint runs here, so that no write is missed.

import type { FastifyRequest } from 'fastify'
import type { EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import { PageIdSchema } from '@gaffer/domain/shared/change-notification'
import { pageIdHeader } from '@gaffer/domain/shared/page-id-header'
import type { Services } from '#services.ts'
import type {
  AnswerLinkHolder,
  AuthenticatedUser,
  DepLinkHolder,
  EnquiryLinkHolder,
  MemberContext,
} from '#platform/verified-identities.ts'
import { listBandIdsOfUser, listOtherBandIdsSeeingDaysAway } from './change-notifications-store.ts'

type Caller = {
  member?: MemberContext
  user?: AuthenticatedUser | null
  answerer?: AnswerLinkHolder
  dep?: DepLinkHolder
  enquirer?: EnquiryLinkHolder
  params?: unknown
}
/** The response fields by which `findConcernedBands` finds the bands of a change. */
type ChangeHints = { joinedBandId?: string | null; id?: string; type?: string }

/**
 * Runs the handler, then publishes its changes without delaying the response, and outside of the handler's transaction: NOTIFY in a
 * transaction takes a lock on the whole database during commit.
 */
export async function runAndPublishChanges<T>(
  endpoint: EndpointDefinition,
  { db, live, log }: Services,
  request: FastifyRequest,
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const { changes: what = 'nothing' } = endpoint
  if (what === 'nothing') return work()
  const { member, user, answerer, dep, enquirer } = caller
  const userId = (member ?? user ?? answerer)?.userId ?? null
  const linkHolder = answerer ?? dep ?? enquirer
  const bandsBefore = user && what !== 'session' && what !== 'notices' ? await listBandsOf(user) : []
  const result = await work()
  if (member) live.invalidateCaches(member.bandId)
  const page = PageIdSchema.safeParse(request.headers[pageIdHeader]).data ?? null
  findConcernedBands()
    .then((bands) => live.announce(bands.map((bandId) => ({ what, bandId, userId, page }))))
    .catch((err: unknown) =>
      log.warn({ err }, 'Change notification not published: open pages show old data until they refetch'),
    )
  return result

  async function listBandsOf({ userId: id }: AuthenticatedUser): Promise<string[]> {
    return (await listBandIdsOfUser(db, { userId: id })).map(({ bandId }) => bandId)
  }

  async function findConcernedBands(): Promise<(string | null)[]> {
    const { joinedBandId, id, type } = (result ?? {}) as ChangeHints
    if (what === 'session' || what === 'notices') return [null]
    // The response to a deletion has no type, so the deleted entry may be days away.
    if (member && what === 'events' && (type === undefined || type === 'unavailable')) {
      const { eventId = id } = caller.params as { eventId?: string }
      const others = await listOtherBandIdsSeeingDaysAway(db, { ...member, entryId: eventId ?? null })
      return [member.bandId, ...others.map(({ bandId }) => bandId)]
    }
    const inBand = member ?? linkHolder
    if (inBand) return [inBand.bandId]
    if (!user) return joinedBandId ? [joinedBandId] : []
    // Personal data is visible in all bands of the user; joining or leaving concerns one band only.
    const bandsAfter = await listBandsOf(user)
    const joinedOrLeft = new Set(bandsBefore).symmetricDifference(new Set(bandsAfter))
    return joinedOrLeft.size > 0 ? [...joinedOrLeft] : bandsBefore
  }
}
