import type { Take } from '#features/recordings/take-database.ts'

let takeCount = 0

/** A take that has ended and was not sent. */
export function aTake(fields: Partial<Take> = {}): Take {
  takeCount += 1
  return {
    id: `0190a000-0000-7000-8000-${String(takeCount).padStart(12, '0')}`,
    userId: 'user',
    bandId: 'band',
    eventId: 'event',
    name: 'Practice 19:00',
    mime: 'audio/webm',
    startedAt: takeCount,
    storedAt: takeCount,
    seconds: 60,
    marks: [],
    isStopped: true,
    isSending: false,
    ...fields,
  }
}
