import { todayInLondon } from '@gaffer/domain/shared/dates'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import type { Recording } from '@gaffer/domain/recordings/recording'

/** Formats seconds as a position in a recording: "4:05", "1:02:09". */
export function formatTimeAt(seconds: number): string {
  const wholeSeconds = Math.floor(seconds)
  const [hours, minutes, rest] = [
    Math.floor(wholeSeconds / 3600),
    Math.floor(wholeSeconds / 60) % 60,
    wholeSeconds % 60,
  ]
  const paddedSeconds = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${paddedSeconds}` : `${minutes}:${paddedSeconds}`
}

/** The day and the length of a recording: "Fri 28 Nov · 1:02:09". */
export function formatRecordingFacts({ recordedAt, seconds }: Recording): string {
  const day = shortDate(todayInLondon(new Date(recordedAt)))
  return seconds === null ? day : `${day} · ${formatTimeAt(seconds)}`
}

/** Describes when a recording will be deleted: "Will be deleted on Thu 26 Feb", or "Stays until a member deletes it". */
export function formatRecordingEnd({ isKept, expiresAt }: Recording): string {
  if (isKept || expiresAt === null) return 'Stays until a member deletes it'
  return `Will be deleted on ${shortDate(todayInLondon(new Date(expiresAt)))}`
}
