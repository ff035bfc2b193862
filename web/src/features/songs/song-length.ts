// Lengths of songs as members type them.

import { limits } from '@gaffer/domain/shared/limits'

/** "3:45" or "3" minutes in seconds; null for an empty text, undefined for anything else. */
export function parseDuration(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const [, minutes, seconds = '0'] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(text) ?? []
  if (minutes === undefined || Number(seconds) > 59) return undefined
  const length = Number(minutes) * 60 + Number(seconds)
  return length >= 1 && length <= limits.songSeconds ? length : undefined
}

/** "3:45", for a text field; empty for null. */
export function formatMinutesAndSeconds(seconds: number | null): string {
  if (seconds === null) return ''
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
