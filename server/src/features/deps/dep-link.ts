// Reads and answers the link of a dep. A GET changes nothing, because mail and message scanners open links.

import { depLinkStateAt, isDepAnswerStale } from '@gaffer/domain/deps/dep-ask'
import type { DepAnswer, DepLinkContent } from '@gaffer/domain/deps/dep-link'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { decideDepAnswerOutcome } from '@gaffer/domain/deps/dep-request'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { DepLinkHolder } from '#platform/verified-identities.ts'
import { formatCalendar } from '#features/calendar-feeds/calendar-text.ts'
import { readSheetForDep } from '#features/gig-sheets/service.ts'
import { advanceDepRequests } from './advance-dep-requests.ts'
import {
  findDepEvent,
  insertDoNotAsk,
  listStoredDepRequests,
  lockDepEvent,
  updateDepAnswer,
  type DepEvent,
  type StoredDepAsk,
  type StoredDepRequest,
} from './request-store.ts'
import { findSetlistForDep } from './set-list-store.ts'

export async function readDepLink(db: Db, dep: DepLinkHolder): Promise<DepLinkContent> {
  return composeDepLinkContent(db, dep, orNotFound(await findDepEvent(db, dep)))
}

export function answerByDepLink(
  services: Services,
  db: Db,
  dep: DepLinkHolder,
  answer: DepAnswer,
): Promise<DepLinkContent> {
  return inTransaction(db, async (tx) => {
    const event = orNotFound(await lockDepEvent(tx, dep))
    const { request, ask } = await findOwnAsk(tx, dep, event)
    const now = tx.clock.now().getTime()
    const outcome = decideDepAnswerOutcome(request, dep.depId, answer, now)
    if (outcome === 'covered') throw new AppError('covered', depMessages.covered)
    if (outcome === 'ended') throw new AppError('conflict', endMessageOf(request, now))
    // "Don't ask me again" stays the answer when the dep says No afterwards.
    const isRepeatedRefusal = ask.answer === 'never' && answer === 'no'
    if (!isRepeatedRefusal) await updateDepAnswer(tx, { id: ask.id, answer, schedule: event.schedule })
    if (answer === 'never') await insertDoNotAsk(tx, dep)
    await advanceDepRequests(services, tx, dep, { event })
    return composeDepLinkContent(tx, dep, event)
  })
}

function endMessageOf(request: StoredDepRequest, now: number): string {
  if (now >= request.closesAt) return depMessages.started
  return request.isGigCancelled ? depMessages.gigCancelled : depMessages.withdrawn
}

/** The gig as an iCalendar file; 404 unless the dep plays. `url` is the dep's link. */
export async function readDepGigIcs(db: Db, dep: DepLinkHolder, url: string): Promise<string> {
  const event = orNotFound(await findDepEvent(db, dep))
  const { request, ask } = await findOwnAsk(db, dep, event)
  if (depLinkStateAt(request, ask, db.clock.now().getTime()) !== 'yes')
    throw new AppError('not_found', depMessages.linkDead)
  const entry = { ...event, bandId: dep.bandId, location: event.place, venue: null, notes: null, displayName: null }
  return formatCalendar({ name: event.bandName, urlOf: () => url, isPersonal: true, entries: [entry] })
}

/** The set list and the instrument of the dep; undefined if the dep does not play. */
export async function findPlayingDep(
  db: Db,
  dep: DepLinkHolder,
): Promise<{ setlistId: string | null; instrument: string } | undefined> {
  const event = orNotFound(await findDepEvent(db, dep))
  const { request, ask } = await findOwnAsk(db, dep, event)
  const isPlaying = depLinkStateAt(request, ask, db.clock.now().getTime()) === 'yes'
  return isPlaying ? { setlistId: event.setlistId, instrument: request.instrument } : undefined
}

async function findOwnAsk(
  db: Db,
  dep: DepLinkHolder,
  event: DepEvent,
): Promise<{ request: StoredDepRequest; ask: StoredDepAsk }> {
  const request = orNotFound((await listStoredDepRequests(db, dep, event)).find(({ id }) => id === dep.requestId))
  return { request, ask: orNotFound(request.asks.find(({ id }) => id === dep.askId)) }
}

async function composeDepLinkContent(db: Db, dep: DepLinkHolder, event: DepEvent): Promise<DepLinkContent> {
  const { request, ask } = await findOwnAsk(db, dep, event)
  const { title, type, date, endDate, startTime, endTime, isAllDay, place, bandName, setlistId } = event
  const state = depLinkStateAt(request, ask, db.clock.now().getTime())
  const isPlaying = state === 'yes'
  return {
    state,
    isStale: isDepAnswerStale(request, ask),
    name: ask.name,
    instrument: request.instrument,
    feePence: request.feePence,
    bandName,
    askedBy: request.askedBy,
    event: { title, type, date, endDate, startTime, endTime, isAllDay, place },
    gigSheet: isPlaying && isGigOrFestival(type) ? await readSheetForDep(db, dep) : null,
    setlist: isPlaying && setlistId ? ((await findSetlistForDep(db, { ...dep, setlistId })) ?? null) : null,
  }
}
