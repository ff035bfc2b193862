// Time zones that a calendar file defines itself (VTIMEZONE, RFC 5545 section 3.6.5).

import { readComponents, type CalendarProperty } from './components.ts'
import { parseRule } from './recurrence-rule.ts'
import { startsOf } from './recurrence.ts'
import { parseWallClock, type Zone } from './wall-clock.ts'

/** `wall` is the first wall-clock time with the new offset, `instant` the time of the change. Offsets are milliseconds ahead of UTC. */
type OffsetChange = { wall: number; instant: number; before: number; after: number }

/** Changes outside these years do not matter to upcoming busy times. */
const relevantRange = { from: Date.UTC(1970, 0), to: Date.UTC(2100, 0) }
const maxChanges = 2000
const maxSteps = 100_000

/** Throws a RangeError for a definition that is unreadable or changes too often. */
export function parseZoneDefinition(definition: string): Zone {
  const step = limitSteps()
  const changes = readComponents(definition)
    .flatMap((observance) => changesOf(observance, step))
    .sort((a, b) => a.instant - b.instant)
  const [first] = changes
  if (!first || changes.length > maxChanges) throw new RangeError('The zone has no changes, or too many')
  const offsetAfter = (change: OffsetChange | undefined) => (change ? change.after : first.before)
  return {
    instantOf: (wall) => wall - offsetAfter(changes.findLast((change) => change.wall <= wall)),
    wallOf: (instant) => instant + offsetAfter(changes.findLast((change) => change.instant <= instant)),
  }
}

/** The changes that one STANDARD or DAYLIGHT component brings. */
function changesOf(properties: CalendarProperty[], step: () => void): OffsetChange[] {
  const valuesOf = (name: string) => properties.filter((one) => one.name === name).map(({ value }) => value.trim())
  const [before, after] = [readOffset(valuesOf('TZOFFSETFROM')), readOffset(valuesOf('TZOFFSETTO'))]
  const start = readWall(valuesOf('DTSTART')[0])
  const onsets = [start, ...valuesOf('RDATE').flatMap((value) => value.split(',').map(readWall))]
  for (const text of valuesOf('RRULE')) {
    const rule = parseRule(text, false, (value) => readWall(value) + (value.endsWith('Z') ? before : 0))
    for (const wall of startsOf(rule, start, relevantRange, step)) onsets.push(wall)
  }
  return [...new Set(onsets)].map((onset) => ({
    // Skipped times have the offset before the change, and times that occur twice mean their first occurrence.
    wall: onset + Math.max(after - before, 0),
    instant: onset - before,
    before,
    after,
  }))
}

function readWall(value = ''): number {
  const wall = parseWallClock(value)
  if (wall === null) throw new RangeError(`${value} is not a date`)
  return wall
}

/** Reads an offset such as "+0100" or "-023045", in milliseconds. */
function readOffset([value = '']: string[]): number {
  const [, sign, hours, minutes, seconds = '00'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value) ?? []
  if (!sign) throw new RangeError(`${value} is not an offset`)
  return Number(`${sign}1`) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

function limitSteps(): () => void {
  let steps = 0
  return () => {
    steps += 1
    if (steps > maxSteps) throw new RangeError('The zone changes too often')
  }
}
