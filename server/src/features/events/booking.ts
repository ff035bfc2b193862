// Adding, changing and deleting what stands in the calendar. Band events are any member's to edit, days away their owner's.

import { randomUUIDv7 } from 'node:crypto'
import { canEditEvent } from '@gaffer/domain/access'
import {
  EventInput,
  settleEvent,
  type Event,
  type EventChanges,
  type EventDraft,
  type SettledEvent,
} from '@gaffer/domain/event'
import { withChanges } from '@gaffer/domain/event-changes'
import { eventTypeLabels, type BandEventType } from '@gaffer/domain/event-type'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import { inTransaction, type Db } from '#db/connection.ts'
import type { ActingMember, SignedInPerson } from '#http/gate/gates.ts'
import { noteFrom, noteValues, record } from '#features/activity/service.ts'
import { parse } from '#http/parse.ts'
import { refuseOtherMembership } from './service.ts'
import {
  hasMostDaysAway,
  hasMostEvents,
  insertDaysAway,
  insertingBandEvent,
  isTypeAllowed,
  lockBandEvent,
  lockDaysAway,
  markDaysAwayDeleted,
  markEventDeleted,
  updateBandEvent,
  updateDaysAway,
  type Viewer,
} from './write-store.ts'

const insertBandEvent = insertingBandEvent(noteFrom)

export async function addEvent(db: Db, acting: ActingMember, draft: EventDraft): Promise<Event> {
  refuseOtherMembership(acting, draft)
  const event = { id: randomUUIDv7(), ...settleEvent(draft) }
  if (event.type === 'unavailable') return addDaysAway(db, acting, event)
  const added = await insertBandEvent(db, acting, event, noteValues(acting, { verb: 'booked', ...named(event) }))
  if (added) return added
  await refuseUnlessAllowed(db, acting, event.type)
  if (await hasMostEvents(db, acting)) throw new Refusal('clash', messages.bandEventsFull)
  throw new Refusal('not_found', messages.notFound)
}

/** Days away that no band's note goes with. */
export async function addOwnEvent(db: Db, person: SignedInPerson, draft: EventDraft): Promise<Event> {
  refuseOtherMembership(person, draft)
  if (draft.type !== 'unavailable') throw wrongType(messages.bandEventElsewhere)
  return addDaysAway(db, person, { id: randomUUIDv7(), ...settleEvent(draft) })
}

async function addDaysAway(db: Db, viewer: Viewer, away: SettledEvent & { id: string }): Promise<Event> {
  const added = await insertDaysAway(db, viewer, away)
  if (!added && (await hasMostDaysAway(db, viewer))) throw new Refusal('clash', messages.daysAwayFull)
  return present(added)
}

export function changeEvent(
  db: Db,
  acting: ActingMember,
  id: string,
  changes: EventChanges,
  seenVersion: number | null,
): Promise<Event> {
  return inTransaction(db, async (tx) => {
    const stored = await holdForEditing(tx, acting, id, seenVersion)
    const event = changed(acting, stored, changes)
    if (isAway(event) !== isAway(stored)) throw wrongType(messages.awayStaysAway)
    if (isAsStored(event, stored)) return stored
    if (event.type === 'unavailable') return present(await updateDaysAway(tx, acting, event))
    if (event.type !== stored.type) await refuseUnlessAllowed(tx, acting, event.type)
    const stands = await updateBandEvent(tx, acting, event)
    const moved = stands.date === stored.date ? null : { previousDate: stored.date }
    await record(tx, acting, { verb: moved ? 'moved' : 'changed', ...named(stands), ...moved })
    return stands
  })
}

export function changeOwnEvent(
  db: Db,
  person: SignedInPerson,
  id: string,
  changes: EventChanges,
  seenVersion: number | null,
): Promise<Event> {
  return inTransaction(db, async (tx) => {
    const stored = unlessStale(present(await lockDaysAway(tx, person, id)), seenVersion)
    if (changes.type !== undefined && changes.type !== 'unavailable') throw wrongType(messages.bandEventElsewhere)
    const event = changed(person, stored, changes)
    return isAsStored(event, stored) ? stored : present(await updateDaysAway(tx, person, event))
  })
}

/** The row stays, marked, so that calendar subscribers can be told that it is off. */
export function deleteEvent(db: Db, acting: ActingMember, id: string, seenVersion: number | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    const stored = await holdForEditing(tx, acting, id, seenVersion)
    if (isAway(stored)) return markDaysAwayDeleted(tx, acting, id)
    await markEventDeleted(tx, acting, id)
    await record(tx, acting, { verb: 'cancelled', ...named(stored) })
  })
}

export function deleteOwnEvent(db: Db, person: SignedInPerson, id: string, seenVersion: number | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    unlessStale(present(await lockDaysAway(tx, person, id)), seenVersion)
    await markDaysAwayDeleted(tx, person, id)
  })
}

/** What the band's history calls an event. */
function named({ title, type, date }: Pick<Event, 'title' | 'type' | 'date'>): { subject: string; date: string } {
  return { subject: title ?? eventTypeLabels[type], date }
}

async function holdForEditing(tx: Db, acting: ActingMember, id: string, seenVersion: number | null): Promise<Event> {
  const stored = present((await lockBandEvent(tx, acting, id)) ?? (await lockDaysAway(tx, acting, id)))
  if (!canEditEvent(acting, stored)) {
    throw new Refusal('not_allowed', messages.onlyOwnerEdits(stored.displayName as string))
  }
  return unlessStale(stored, seenVersion)
}

/** The changes over the stored event, held to every rule that a new one is held to. */
function changed(caller: Viewer, stored: Event, changes: EventChanges) {
  refuseOtherMembership(caller, changes)
  return { id: stored.id, ...settleEvent(parse(EventInput, withChanges(stored, changes))) }
}

/** Nothing of it is new: then no version is, and nobody who edits it meanwhile is told that somebody changed it. */
function isAsStored(event: SettledEvent, stored: Event): boolean {
  return Object.entries(event).every(([field, value]) => stored[field as keyof SettledEvent] === value)
}

async function refuseUnlessAllowed(db: Db, acting: ActingMember, type: BandEventType): Promise<void> {
  if (!(await isTypeAllowed(db, acting, type))) throw wrongType(messages.eventTypeNotAllowed)
}

function unlessStale(stored: Event, seenVersion: number | null): Event {
  if (seenVersion !== null && seenVersion !== stored.version) throw new Refusal('stale', messages.stale)
  return stored
}

function isAway({ type }: Pick<Event, 'type'>): boolean {
  return type === 'unavailable'
}

function present<T>(found: T | undefined): T {
  if (found === undefined) throw new Refusal('not_found', messages.notFound)
  return found
}

function wrongType(message: string): Refusal {
  return new Refusal('invalid_input', message, { issues: [{ path: 'type', message }] })
}
