// Plans the requests that turn stored entries of days away into the days selected in the days-away sheet.

import { addDays, compareStrings, daysBetween } from '@gaffer/domain/shared/dates'
import type { DayRange } from './days-away.ts'
import type { CalendarEntry } from './event.ts'
import { limits } from '@gaffer/domain/shared/limits'

export type DaysAwayEntry = Pick<CalendarEntry, 'id' | 'version' | 'bandId' | 'date' | 'endDate' | 'title' | 'notes'>

/** An entry to create. It gets the texts of `copyOf`, the entry that it was split from; null for an entry without texts. */
export type NewDaysAway = DayRange & { copyOf: DaysAwayEntry | null }

/** The requests to send, in the order of these fields: a failure halfway then leaves too many days away rather than too few. */
export type DaysAwayPlan = {
  creates: NewDaysAway[]
  changes: { entry: DaysAwayEntry; days: DayRange }[]
  deletes: DaysAwayEntry[]
}

/** The days of a range (`yyyy-MM-dd`), in order. */
export function datesOfRange({ date, endDate }: DayRange): string[] {
  return Array.from({ length: daysBetween(date, endDate ?? date) + 1 }, (_, at) => addDays(date, at))
}

/** The days as stretches of consecutive days, in order. No stretch is longer than an entry may be. */
export function groupConsecutiveDays(days: Iterable<string>): DayRange[] {
  const runs: [string, string][] = []
  for (const day of [...new Set(days)].sort(compareStrings)) {
    const run = runs.at(-1)
    if (run && day === addDays(run[1], 1) && daysBetween(run[0], day) <= limits.eventDays) run[1] = day
    else runs.push([day, day])
  }
  return runs.map(([first, last]) => toDayRange(first, last))
}

/**
 * The changes after which the entries cover exactly the days in `selected`. An entry keeps its first remaining stretch and its texts; later
 * stretches become copies of it. New days extend the entry that they touch, and join it with the next one if both have the same texts.
 */
export function planDaysAway(entries: readonly DaysAwayEntry[], selected: ReadonlySet<string>): DaysAwayPlan {
  const pieces = computeKeptPieces(entries, selected)
  const covered = new Set(pieces.flatMap(datesOfRange))
  for (const run of groupConsecutiveDays([...selected].filter((day) => !covered.has(day)))) addRunToPieces(pieces, run)

  const pieceByEntryId = new Map(pieces.flatMap((piece) => (piece.entry ? [[piece.entry.id, piece] as const] : [])))
  return {
    creates: pieces
      .filter(({ entry }) => entry === null)
      .map(({ date, endDate, copyOf }) => ({ date, endDate, copyOf }))
      .sort((a, b) => compareStrings(a.date, b.date)),
    changes: entries.flatMap((entry) => {
      const piece = pieceByEntryId.get(entry.id)
      return !piece || areSameDays(piece, entry) ? [] : [{ entry, days: { date: piece.date, endDate: piece.endDate } }]
    }),
    deletes: entries.filter(({ id }) => !pieceByEntryId.has(id)),
  }
}

/** Consecutive days to store: as the days of `entry`, or as a new entry if `entry` is null. */
type Piece = DayRange & { entry: DaysAwayEntry | null; copyOf: DaysAwayEntry | null }

function computeKeptPieces(entries: readonly DaysAwayEntry[], selected: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  const copies: Piece[] = []
  for (const entry of entries) {
    const [first, ...rest] = groupConsecutiveDays(datesOfRange(entry).filter((day) => selected.has(day)))
    if (first) pieces.push({ ...first, entry, copyOf: null })
    copies.push(...rest.map((days) => ({ ...days, entry: null, copyOf: entry })))
  }
  // After a save that failed halfway, the copy may be stored already: do not create it twice.
  const isStored = (copy: Piece) =>
    pieces.some((piece) => hasSameTexts(piece.entry, copy.copyOf) && containsRange(piece, copy))
  return [...pieces, ...copies.filter((copy) => !isStored(copy))]
}

function addRunToPieces(pieces: Piece[], run: DayRange): void {
  const before = pieces.find(
    (piece) => addDays(lastDayOf(piece), 1) === run.date && fitsOneEntry(piece.date, lastDayOf(run)),
  )
  const after = pieces.find((piece) => piece.date === addDays(lastDayOf(run), 1))
  if (before) {
    const isJoined =
      after &&
      hasSameTexts(entryWithTextsOf(before), entryWithTextsOf(after)) &&
      fitsOneEntry(before.date, lastDayOf(after))
    setDays(before, before.date, lastDayOf(isJoined ? after : run))
    if (isJoined) pieces.splice(pieces.indexOf(after), 1)
  } else if (after && fitsOneEntry(run.date, lastDayOf(after))) {
    setDays(after, run.date, lastDayOf(after))
  } else {
    pieces.push({ ...run, entry: null, copyOf: null })
  }
}

function entryWithTextsOf({ entry, copyOf }: Piece): DaysAwayEntry | null {
  return entry ?? copyOf
}

function hasSameTexts(a: DaysAwayEntry | null, b: DaysAwayEntry | null): boolean {
  if (a === null || b === null) return a === b
  // Entries without texts can be joined even if their bands differ: the band only decides which members read the texts.
  const hasTexts = a.title !== null || a.notes !== null
  return a.title === b.title && a.notes === b.notes && (!hasTexts || a.bandId === b.bandId)
}

function containsRange(outer: DayRange, inner: DayRange): boolean {
  return outer.date <= inner.date && lastDayOf(inner) <= lastDayOf(outer)
}

function fitsOneEntry(first: string, last: string): boolean {
  return daysBetween(first, last) <= limits.eventDays
}

function lastDayOf({ date, endDate }: DayRange): string {
  return endDate ?? date
}

function areSameDays(a: DayRange, b: DayRange): boolean {
  return a.date === b.date && lastDayOf(a) === lastDayOf(b)
}

function toDayRange(first: string, last: string): DayRange {
  return { date: first, endDate: first === last ? null : last }
}

function setDays(piece: Piece, first: string, last: string): void {
  Object.assign(piece, toDayRange(first, last))
}
