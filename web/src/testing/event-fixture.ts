// Complete events and conflicts, so that a test names only the fields that it is about.

import type { Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { BandEvent, DaysAway } from '@gaffer/domain/events/event'

let eventCount = 0

export function anEvent(fields: Partial<BandEvent> = {}): BandEvent {
  eventCount += 1
  const id = `0190a000-0000-7000-8000-${String(eventCount).padStart(12, '0')}`
  const isAllDay = (fields.startTime ?? null) === null
  return {
    id,
    bandId: '0190a000-0000-7000-8000-00000000000b',
    type: 'practice',
    title: null,
    date: '2027-03-12',
    endDate: null,
    startTime: null,
    endTime: null,
    location: null,
    venue: null,
    notes: null,
    isPublic: false,
    isListed: false,
    ticketUrl: null,
    priceText: null,
    isAllDay,
    membershipId: null,
    ownerUserId: null,
    displayName: null,
    bandName: null,
    status: 'confirmed',
    asksAnswers: false,
    replyBy: null,
    nudgedAt: null,
    movedFrom: null,
    seriesId: null,
    optionGroupId: null,
    optionNumber: null,
    isEditedByHand: false,
    optionCount: null,
    answerCounts: { yes: 0, maybe: 0, no: 0, away: 0, none: 5 },
    myAnswer: null,
    setlistId: null,
    hasGigSheet: false,
    recordingCount: 0,
    deps: [],
    noteCount: 0,
    hasUnreadNotes: false,
    version: 1,
    createdAt: '2027-01-01T00:00:00.000Z',
    updatedAt: '2027-01-01T00:00:00.000Z',
    ...fields,
  }
}

export function aDaysAwayEvent(displayName: string, date: string, endDate: string | null = null): DaysAway {
  const { id, version, createdAt, updatedAt } = anEvent()
  return {
    id,
    bandId: null,
    type: 'unavailable',
    title: null,
    date,
    endDate,
    startTime: null,
    endTime: null,
    location: null,
    venue: null,
    notes: null,
    isPublic: false,
    isListed: false,
    ticketUrl: null,
    priceText: null,
    isAllDay: true,
    membershipId: null,
    ownerUserId: '0190a000-0000-7000-8000-00000000000a',
    displayName,
    bandName: null,
    status: 'confirmed',
    asksAnswers: false,
    replyBy: null,
    nudgedAt: null,
    movedFrom: null,
    seriesId: null,
    isEditedByHand: false,
    optionGroupId: null,
    optionNumber: null,
    optionCount: null,
    answerCounts: null,
    myAnswer: null,
    setlistId: null,
    hasGigSheet: false,
    recordingCount: 0,
    deps: [],
    noteCount: 0,
    hasUnreadNotes: false,
    version,
    createdAt,
    updatedAt,
  }
}

export const noConflicts: Conflicts = {
  bandEventConflicts: [],
  unavailabilityConflicts: [],
  affectedBandEvents: [],
  busyElsewhere: [],
  free: [],
  unsaid: [],
}
