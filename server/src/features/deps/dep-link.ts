// The link of a dep. Reading it changes nothing: mail and message scanners open links.

import { depGigStart, depLinkState, isDepStale } from '@gaffer/domain/dep-ask'
import type { DepAnswer, DepLink } from '@gaffer/domain/dep-link'
import { depMessages } from '@gaffer/domain/dep-messages'
import { depAnswerOutcome } from '@gaffer/domain/dep-request'
import { hasGigSheet } from '@gaffer/domain/event-type'
import { AppError } from '@gaffer/domain/app-error'
import type { Deps } from '#deps.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { DepContext } from '#platform/verified-identities.ts'
import { calendarText } from '#features/calendar-feeds/calendar-text.ts'
import { readSheetForDep } from '#features/gig-sheets/service.ts'
import { advanceRequests } from './advance.ts'
import {
  findDepEvent,
  insertRefusal,
  listStoredRequests,
  lockDepEvent,
  updateAnswer,
  type DepEvent,
  type StoredAsk,
  type StoredRequest,
} from './request-store.ts'
import { findSetlistForDep } from './setlist-store.ts'

export async function readDepLink(db: Db, dep: DepContext): Promise<DepLink> {
  return toDepLink(db, dep, orNotFound(await findDepEvent(db, dep)))
}

export function answerByDepLink(deps: Deps, db: Db, dep: DepContext, answer: DepAnswer): Promise<DepLink> {
  return inTransaction(db, async (tx) => {
    const event = orNotFound(await lockDepEvent(tx, dep))
    const { request, ask } = await findOwnAsk(tx, dep, event)
    const now = Date.now()
    const outcome = depAnswerOutcome(request, dep.depId, answer, now)
    if (outcome === 'covered') throw new AppError('covered', depMessages.covered)
    if (outcome === 'ended') throw new AppError('conflict', endOf(request, event, now))
    // "Don't ask me again" stays, also when the dep answers the ask itself afterwards.
    const isRepeatedRefusal = ask.answer === 'never' && answer === 'no'
    if (!isRepeatedRefusal) await updateAnswer(tx, { id: ask.id, answer, schedule: event.schedule, now })
    if (answer === 'never') await insertRefusal(tx, dep)
    await advanceRequests(deps, tx, dep, event)
    return toDepLink(tx, dep, event)
  })
}

function endOf(request: StoredRequest, event: DepEvent, now: number): string {
  if (now >= depGigStart(event)) return depMessages.started
  return request.isGigCancelled ? depMessages.gigCancelled : depMessages.withdrawn
}

/** The gig as an iCalendar file; 404 unless the dep plays. `url` is the dep's link. */
export async function readDepCalendar(db: Db, dep: DepContext, url: string): Promise<string> {
  const event = orNotFound(await findDepEvent(db, dep))
  const { request, ask } = await findOwnAsk(db, dep, event)
  if (depLinkState(request, ask, Date.now()) !== 'yes') throw new AppError('not_found', depMessages.linkDead)
  const entry = { ...event, location: event.place, venue: null, notes: null, displayName: null }
  return calendarText({ name: event.bandName, urlOf: () => url, isPersonal: true, entries: [entry] })
}

async function findOwnAsk(
  db: Db,
  dep: DepContext,
  event: DepEvent,
): Promise<{ request: StoredRequest; ask: StoredAsk }> {
  const request = orNotFound((await listStoredRequests(db, dep, event)).find(({ id }) => id === dep.requestId))
  return { request, ask: orNotFound(request.asks.find(({ id }) => id === dep.askId)) }
}

async function toDepLink(db: Db, dep: DepContext, event: DepEvent): Promise<DepLink> {
  const { request, ask } = await findOwnAsk(db, dep, event)
  const { title, type, date, endDate, startTime, endTime, isAllDay, place, bandName, setlistId } = event
  const state = depLinkState(request, ask, Date.now())
  const plays = state === 'yes'
  return {
    state,
    isStale: isDepStale(request, ask),
    name: ask.name,
    instrument: request.instrument,
    feePence: request.feePence,
    bandName,
    askedBy: request.askedBy,
    event: { title, type, date, endDate, startTime, endTime, isAllDay, place },
    gigSheet: plays && hasGigSheet(type) ? await readSheetForDep(db, dep) : null,
    setlist: plays && setlistId ? ((await findSetlistForDep(db, { ...dep, setlistId })) ?? null) : null,
  }
}
