// Requests to deps for a gig. Every member may read them; the guards of the routes let only admins and owners add and withdraw them.

import { randomUUIDv7 } from 'node:crypto'
import type { DepRequest, ParsedDepRequest } from '@gaffer/domain/deps/dep'
import { isDepAnswerStale } from '@gaffer/domain/deps/dep-ask'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { depRequestStateAt } from '@gaffer/domain/deps/dep-request'
import { AppError } from '@gaffer/domain/shared/app-error'
import { latestEventStart } from '@gaffer/domain/events/event-times'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { hashSecret } from '#platform/keys.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { refusePersonOverBudget, refuseRequestOverBudget } from '#features/messages/budget.ts'
import { lockBandAsInviter } from '#features/bands/member-service.ts'
import { advanceDepRequests } from './advance-dep-requests.ts'
import {
  findDepEvent,
  insertDepAsk,
  insertDepRequest,
  listStoredDepRequests,
  lockDepEvent,
  markDepRequestWithdrawn,
  type DepEvent,
  type StoredDepRequest,
} from './request-store.ts'
import { lockActiveMember, lockDepCandidates, type DepCandidate } from './store.ts'
import { addDepText } from './queue-text.ts'

type RequestServices = Pick<Services, 'jobs' | 'config' | 'links'>

export async function listDepRequests(
  { config }: Pick<Services, 'config'>,
  db: Db,
  member: MemberContext,
  eventId: string,
): Promise<DepRequest[]> {
  const event = requireUndeletedEvent(await findDepEvent(db, { bandId: member.bandId, eventId }))
  const requests = await listStoredDepRequests(db, member, event)
  return requests.map((request) => toDepRequest(config, request, db.clock.now().getTime()))
}

/** `address` is the caller's IP address. */
export async function addDepRequest(
  services: RequestServices,
  db: Db,
  member: MemberContext,
  { eventId, address, draft }: { eventId: string; address: string; draft: ParsedDepRequest },
): Promise<DepRequest> {
  const { config, links } = services
  await refusePersonOverBudget(db, member.userId, depMessages.tooManyTextsFromYou)
  const key = { bandId: member.bandId, eventId }
  return inTransaction(db, async (tx) => {
    // Lock order: band, memberships, event, deps, budgets.
    await lockBandAsInviter(tx, member)
    const { coversMembershipId, depIds } = draft
    if (coversMembershipId && !(await lockActiveMember(tx, { ...member, id: coversMembershipId }))) {
      throw invalidFieldError('coversMembershipId', depMessages.memberUnknown)
    }
    const event = requireUndeletedEvent(await lockDepEvent(tx, key))
    const requests = await listStoredDepRequests(tx, member, event)
    const now = tx.clock.now().getTime()
    requireGigThatTakesRequests(event, requests, now)
    refuseCoveredTwice(requests, coversMembershipId, now)
    const asked = await requireAskableDeps(tx, member, depIds)
    refuseAskedAlready(requests, asked, now)
    await refuseTextsOverBudget(tx, config, member, { address, deps: asked })

    const id = randomUUIDv7()
    await insertDepRequest(tx, { ...key, ...draft, id, membershipId: member.membershipId })
    for (const [position, { id: depId, phone: recipient }] of asked.entries()) {
      const askId = randomUUIDv7()
      const { token, linkKeyId } = links.signDepLink(askId)
      const tokenHash = hashSecret(token)
      await insertDepAsk(tx, { id: askId, bandId: member.bandId, requestId: id, depId, position, tokenHash, linkKeyId })
      const text = { askId, kind: null, recipient, isFollowUp: false }
      await addDepText(services, tx, { ...key, ...text, requestedBy: member.userId, address })
    }
    await advanceDepRequests(services, tx, key, { event })
    const added = (await listStoredDepRequests(tx, member, event)).find((request) => request.id === id)
    return toDepRequest(config, orNotFound(added), tx.clock.now().getTime())
  })
}

/** Refuses a request whose texts, one to each dep, exceed a budget. The texts count from now on, also texts that are due later. */
function refuseTextsOverBudget(
  tx: Db,
  config: Services['config'],
  { bandId, userId: causedBy }: MemberContext,
  { address: networkAddress, deps }: { address: string; deps: readonly DepCandidate[] },
): Promise<void> {
  return refuseRequestOverBudget(tx, config, {
    purpose: 'dep text',
    way: 'text',
    bandId,
    causedBy,
    networkAddress,
    recipients: deps.map(({ name, phone }) => ({
      recipient: phone,
      sentence: depMessages.tooManyTextsToThem(name),
    })),
    sentences: {
      band: depMessages.tooManyTextsOfBand,
      person: depMessages.tooManyTextsFromYou,
      network: depMessages.tooManyTextsFromHere,
      installation: depMessages.textsUsedUp,
    },
  })
}

/** Withdraws the request, or releases the dep who said Yes. A request that was withdrawn before stays as it is. */
export async function withdrawDepRequest(
  services: RequestServices,
  db: Db,
  member: MemberContext,
  { eventId, requestId }: { eventId: string; requestId: string },
): Promise<void> {
  const key = { bandId: member.bandId, eventId }
  await inTransaction(db, async (tx) => {
    await lockBandAsInviter(tx, member)
    const event = requireUndeletedEvent(await lockDepEvent(tx, key))
    const request = (await listStoredDepRequests(tx, member, event)).find(({ id }) => id === requestId)
    if (!request) throw notFoundError()
    if (request.withdrawnAt !== null) return
    await markDepRequestWithdrawn(tx, { ...member, id: requestId })
    const payer = { requestedBy: member.userId, address: member.address }
    await advanceDepRequests(services, tx, key, { event, payer })
  })
}

function requireUndeletedEvent(event: DepEvent | undefined): DepEvent {
  if (!event || event.isDeleted) throw notFoundError()
  return event
}

function requireGigThatTakesRequests(event: DepEvent, requests: readonly StoredDepRequest[], now: number): void {
  if (!isGigOrFestival(event.type)) throw new AppError('invalid_input', depMessages.notForType)
  if (event.status === 'cancelled') throw new AppError('conflict', depMessages.gigCancelled)
  if (latestEventStart(event) <= now) throw new AppError('conflict', depMessages.gigOver)
  if (requests.length >= limits.depRequestsPerEvent) throw new AppError('conflict', depMessages.tooManyRequests)
}

/** Refuses a second request for a member who has a dep at the gig, or for whom a dep is sought. The caller holds the lock on the event. */
function refuseCoveredTwice(requests: readonly StoredDepRequest[], membershipId: string | null, now: number): void {
  if (membershipId === null) return
  const ofMember = requests.filter((request) => request.coversMembershipId === membershipId)
  const statuses = new Set(ofMember.map((request) => depRequestStateAt(request, now, null).status))
  if (statuses.has('filled')) throw new AppError('conflict', depMessages.coveredAlready)
  if (statuses.has('open')) throw new AppError('conflict', depMessages.coverSought)
}

/** Locks the deps and returns them in the given order. Refuses an unknown dep, and a dep who does not want to be asked. */
async function requireAskableDeps(tx: Db, member: MemberContext, depIds: readonly string[]): Promise<DepCandidate[]> {
  const known = await lockDepCandidates(tx, member, depIds)
  return depIds.map((id, index) => {
    const dep = known.get(id)
    if (!dep) throw invalidFieldError(`depIds.${index}`, depMessages.depUnknown)
    if (dep.doNotAsk) throw new AppError('conflict', depMessages.doNotAsk(dep.name))
    return dep
  })
}

/** Refuses a dep who is on another request of the gig and plays, was asked or may still be asked. */
function refuseAskedAlready(requests: readonly StoredDepRequest[], asked: readonly DepCandidate[], now: number): void {
  const listed = requests.flatMap((request) => {
    const { status, asks } = depRequestStateAt(request, now, null)
    if (status === 'open') return asks.filter((ask) => ask.status === 'waiting' || ask.status === 'asked')
    return status === 'filled' ? asks.filter((ask) => ask.status === 'yes') : []
  })
  const askedTwice = asked.find(({ id }) => listed.some(({ depId }) => depId === id))
  if (askedTwice) throw new AppError('conflict', depMessages.askedAlready(askedTwice.name))
}

function toDepRequest({ quietHours }: Services['config'], request: StoredDepRequest, now: number): DepRequest {
  const { id, mode, instrument, feePence, waitMinutes, coversMembershipId, createdAt } = request
  const terms = { mode, instrument, feePence, waitMinutes, coversMembershipId }
  const { status, filledBy, asks: states, nextAt } = depRequestStateAt(request, now, quietHours)
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const asks = states.map(({ depId, status, at }, index) => {
    const isStale = isDepAnswerStale(request, request.asks[index]!)
    return { depId, status, at: instant(at), isStale }
  })
  return { id, status, filledBy, asks, ...terms, createdAt, nextAt: instant(nextAt) }
}
