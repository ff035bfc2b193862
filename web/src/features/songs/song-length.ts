// Lengths of songs as members type them.

import { limits } from '@gaffer/domain/shared/limits'

/** The seconds of a typed length, "3:45" or "3" (minutes); null for an empty text, undefined for any other text. */
export function parseDuration(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const [, minutes, seconds = '0'] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(text) ?? []
  if (minutes === undefined || Number(seconds) > 59) return undefined
  const length = Number(minutes) * 60 + Number(seconds)
  return length >= 1 && length <= limits.songSeconds ? length : undefined
}

/** Formats seconds for a text field: "3:45"; empty for null. */
export function formatMinutesAndSeconds(seconds: number | null): string {
  if (seconds === null) return ''
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
