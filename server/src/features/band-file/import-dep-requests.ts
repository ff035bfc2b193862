// The requests to deps of a band file. An import sends no text: a request that could still ask deps is withdrawn, and a dep who plays
// gets a new link with the next text.

import { randomUUIDv7 } from 'node:crypto'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import { findWinningAsk } from '@gaffer/domain/deps/dep-request'
import { latestEventStart } from '@gaffer/domain/events/event-times'
import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import { hashSecret } from '#platform/keys.ts'
import { insertDepAsks, insertDepRequests, markEventsWithDep } from './import-store.ts'

type FileEvent = BandFile['events'][number]
type FileRequest = FileEvent['depRequests'][number]
type IdMapper = (id: string) => string
type IdMappers = { events: IdMapper; members: IdMapper; deps: IdMapper }

/** Call it after the events, members and deps are inserted. */
export async function writeDepRequests(
  { links }: Pick<Services, 'links'>,
  tx: Db,
  bandId: string,
  { events, newIdOf, now }: { events: BandFile['events']; newIdOf: IdMappers; now: Date },
): Promise<void> {
  const requests = events.flatMap((event) =>
    event.depRequests.map((request) => ({ request, row: toRequestRow(event, request, { newIdOf, now }) })),
  )
  await insertDepRequests(
    tx,
    bandId,
    requests.map(({ row }) => row),
  )
  const asks = requests.flatMap(({ request, row }) =>
    request.asks.map(({ depId, ...ask }, position) => {
      const id = randomUUIDv7()
      const { token, linkKeyId } = links.signDepLink(id)
      const tokenHash = hashSecret(token).toString('hex')
      const requestIds = { requestId: row.id, eventId: row.eventId, depId: newIdOf.deps(depId) }
      return { ...ask, ...requestIds, id, position, tokenHash, linkKeyId }
    }),
  )
  await insertDepAsks(tx, bandId, asks)
  await markEventsWithDep(tx, { bandId })
}

function toRequestRow(event: FileEvent, request: FileRequest, { newIdOf, now }: { newIdOf: IdMappers; now: Date }) {
  const { asks, coversMembershipId, requestedByMembershipId, createdAt, withdrawnAt, ...terms } = request
  const winner = withdrawnAt === null ? findWinningAsk(asks.map(toAskRecord)) : null
  const canStillAsk =
    winner === null && latestEventStart({ ...event, isAllDay: event.isAllDay ?? false }) > now.getTime()
  return {
    ...terms,
    id: randomUUIDv7(),
    eventId: newIdOf.events(event.id),
    coversMembershipId: coversMembershipId && newIdOf.members(coversMembershipId),
    requestedBy: requestedByMembershipId && newIdOf.members(requestedByMembershipId),
    requestedAt: createdAt ?? now,
    withdrawnAt: withdrawnAt ?? (canStillAsk ? now : null),
    filledBy: winner && newIdOf.deps(winner.depId),
  }
}

function toAskRecord({ askedAt, failedAt, answeredAt, ...ask }: FileRequest['asks'][number]) {
  const msOf = (at: string | null) => (at === null ? null : Date.parse(at))
  return { ...ask, askedAt: msOf(askedAt), failedAt: msOf(failedAt), answeredAt: msOf(answeredAt), doNotAsk: false }
}
