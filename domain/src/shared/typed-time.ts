// Parses a time of day as members in Britain type one.

import { minuteOfDay } from './dates.ts'

const minutesPerDay = 1440
const minutesPerHalfDay = 720

/**
 * A time as typed. `kind` says how to read the hour: `clock` from 0 to 23, `am` and `pm` from 1 to 12, `unsaid` from 1 to 12 without am or
 * pm. `offset` is in minutes, negative for "quarter to".
 */
type TypedTime = { hour: number; offset: number; kind: 'clock' | 'am' | 'pm' | 'unsaid' }

const hourWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const hourWord = new RegExp(`\\b(${hourWords.join('|')})(?=$| noon| mid| ?[ap]\\.? ?m)`)
const minuteWords = new Map([
  ['five', 5],
  ['ten', 10],
  ['quarter', 15],
  ['twenty', 20],
  ['twenty five', 25],
])

/**
 * The time (`HH:mm`) that the text means; null for text that is ambiguous or no time. "7pm", "7.30", "1930", "19h", "half 7" (half
 * past), "quarter to 8", "7 o'clock", "noon" and "midnight" are times.
 *
 * An hour from 1 to 12 without am, pm or a leading zero is after midday: a band that types "7" means the evening. After a start
 * (`after`, `HH:mm`) it is the next such time: "10" after 7 PM is 10 PM, "1" after 9 PM is 1 AM.
 */
export function parseTypedTime(text: string, after: string | null = null): string | null {
  const typed = normalize(text)
  if (/^(12 )?(noon|midday)$/.test(typed)) return '12:00'
  if (/^(12 )?midnight$/.test(typed)) return '00:00'
  const amOrPm = /^(.*\d) ?(?:([ap])|([ap])\.? ?m)\.?$/.exec(typed)
  const [rest, letter] = amOrPm ? [amOrPm[1] ?? '', amOrPm[2] ?? amOrPm[3]] : [typed, undefined]
  const time = parseDigits(rest) ?? parseSpokenTime(rest)
  if (!time) return null
  if (!letter) return resolveTypedTime(time, after)
  return isTwelveHour(time.hour) ? resolveTypedTime({ ...time, kind: letter === 'p' ? 'pm' : 'am' }, after) : null
}

/** Full-width digits and other kinds of spaces become plain ones, the word of an hour becomes digits. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?o ?['’]? ?clock\b/, '')
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(hourWord, (word) => String(hourWords.indexOf(word) + 1))
}

/** "7", "7:30", "7.30", "730", "1930", "19h", "19h30". */
function parseDigits(typed: string): TypedTime | null {
  const match = /^(\d{1,2})(?:( ?[:.,h] ?| )?(\d{2}))?( ?(?:h|hrs?|hours))?$/.exec(typed)
  if (!match) return null
  const [, digits = '', separator, minutes = '0', suffix] = match
  const hour = Number(digits)
  if (hour > 23 || Number(minutes) > 59) return null
  const isClock = digits.startsWith('0') || hour > 12 || separator?.trim() === 'h' || suffix !== undefined
  return { hour, offset: Number(minutes), kind: isClock ? 'clock' : 'unsaid' }
}

/** "half 7", "half past 7", "quarter past 7", "ten to 8", "20 past 7". Not "7 to 10", which may be a start and an end. */
function parseSpokenTime(typed: string): TypedTime | null {
  const [, before = '', digits = ''] = /^(.+) (\d{1,2})$/.exec(typed) ?? []
  const offset = parseMinuteOffset(before)
  const hour = Number(digits)
  if (offset === null || hour > 23) return null
  return { hour, offset, kind: digits.startsWith('0') || hour > 12 ? 'clock' : 'unsaid' }
}

/** The minutes of "half", "quarter past" or "ten to"; null for anything else. */
function parseMinuteOffset(typed: string): number | null {
  if (/^half( past)?$/.test(typed)) return 30
  const [, count = '', direction] = /^(?:a )?(.+?)(?: minutes)? (past|to)$/.exec(typed) ?? []
  const isMinuteNumber = /^\d{1,2}$/.test(count) && (direction === 'past' || typed.includes('minutes'))
  const minutes = isMinuteNumber ? Number(count) : minuteWords.get(count)
  if (minutes === undefined || minutes < 1 || minutes > 30) return null
  return direction === 'to' ? -minutes : minutes
}

function resolveTypedTime({ hour, offset, kind }: TypedTime, after: string | null): string {
  if (kind === 'clock') return timeOfMinute(hour * 60 + offset)
  if (kind !== 'unsaid') return timeOfMinute((hour % 12) * 60 + (kind === 'pm' ? minutesPerHalfDay : 0) + offset)
  const minute = (hour * 60 + offset) % minutesPerHalfDay
  if (after === null) return timeOfMinute(minute + minutesPerHalfDay)
  const start = minuteOfDay(after)
  const minutesAfterStart = (minute - start + minutesPerDay) % minutesPerHalfDay
  return timeOfMinute(start + (minutesAfterStart || minutesPerHalfDay))
}

function isTwelveHour(hour: number): boolean {
  return hour >= 1 && hour <= 12
}

/** `HH:mm` of a minute, which may lie on the day before or after. */
function timeOfMinute(minute: number): string {
  const inDay = (minute + minutesPerDay) % minutesPerDay
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}
