// Lets admins and owners change the status of an enquiry, and add pencilled events for its dates.

import type { BandEvent } from '@gaffer/domain/events/event'
import { EventInput } from '@gaffer/domain/events/event'
import { EventOptionsInput } from '@gaffer/domain/events/event-options'
import { GigSheetInput } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { Enquiry, EnquiryChanges } from '@gaffer/domain/public-page/enquiry'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { addEvent, addEventOptions } from '#features/events/commands.ts'
import { readEvent } from '#features/events/service.ts'
import { saveGigSheet } from '#features/gig-sheets/service.ts'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import { findAllowedEventTypes, findEnquiry, lockEnquiry, updateEnquiry } from './enquiry-store.ts'

export function changeEnquiry(
  db: Db,
  member: MemberContext,
  enquiryId: string,
  { status }: EnquiryChanges,
  seenVersions: SeenVersions,
): Promise<Enquiry> {
  return inTransaction(db, async (tx) => {
    const stored = await lockAndReadEnquiry(tx, member, enquiryId)
    refuseStaleEdit(stored, seenVersions)
    if (stored.status === status) return stored
    await updateEnquiry(tx, { ...member, enquiryId, status, eventIds: stored.eventIds })
    return orNotFound(await findEnquiry(tx, { ...member, enquiryId }))
  })
}

async function lockAndReadEnquiry(tx: Db, member: MemberContext, enquiryId: string): Promise<Enquiry> {
  await lockEnquiry(tx, { ...member, enquiryId })
  return orNotFound(await findEnquiry(tx, { ...member, enquiryId }))
}

/** Adds a pencilled event for each date that is not over. Refused while events of an earlier call exist. */
export function pencilEnquiry(db: Db, member: MemberContext, enquiryId: string): Promise<{ events: BandEvent[] }> {
  return inTransaction(db, async (tx) => {
    const enquiry = await lockAndReadEnquiry(tx, member, enquiryId)
    if (enquiry.eventIds.length > 0) throw new AppError('conflict', publicPageMessages.pencilledAlready)
    const today = todayInLondon(tx.clock.now())
    const dates = enquiry.dates.filter((date) => date >= today)
    if (dates.length === 0) throw new AppError('conflict', publicPageMessages.noDateLeft)
    const addedEvents = await addPencilledEvents(tx, member, enquiry, dates)
    const contact = parseWithSchema(GigSheetInput, { contactName: enquiry.name, contactEmail: enquiry.email })
    for (const { id } of addedEvents) await saveGigSheet(tx, member, id, contact, null)
    const eventIds = addedEvents.map(({ id }) => id)
    await updateEnquiry(tx, { ...member, enquiryId, status: 'pencilled', eventIds })
    const events: BandEvent[] = []
    for (const id of eventIds) events.push((await readEvent(tx, member, id)) as BandEvent)
    return { events }
  })
}

async function addPencilledEvents(
  tx: Db,
  member: MemberContext,
  { occasion, place, text }: Enquiry,
  dates: string[],
): Promise<{ id: string }[]> {
  const { types } = orNotFound(await findAllowedEventTypes(tx, member))
  const type = types.find((one) => one === 'gig') ?? types.find((one) => isGigOrFestival(one))
  if (!type) throw new AppError('conflict', publicPageMessages.noGigType)
  const location = place ?? publicPageMessages.placeUnknown
  const event = { type, title: occasion, location, notes: text, isPublic: false, isAllDay: true }
  const [date, ...others] = dates
  if (others.length > 0)
    return (await addEventOptions(tx, member, parseWithSchema(EventOptionsInput, { event, dates }))).events
  return [await addEvent(tx, member, parseWithSchema(EventInput, { ...event, date, status: 'tentative' }))]
}
