// Time zones of calendar files. A wall-clock time is a number: the epoch milliseconds of the instant at which UTC shows it.

import ICAL from 'ical.js'
import { ianaNameOf } from './windows-zones.ts'

export type Zone = {
  /** A time that occurs twice means the first one, a skipped time the offset before the change (RFC 5545 section 3.3.5). */
  instantOf(wall: number): number
  wallOf(instant: number): number
}

export const dayMs = 86_400_000

export const utc: Zone = { instantOf: (wall) => wall, wallOf: (instant) => instant }

/** The zone of floating times, of all-day entries, and of names that nothing defines. */
export const london = cacheOffsets(ianaZone('Europe/London') as Zone)

/** `definitions` are the VTIMEZONE components of the file by TZID. */
export function createZoneLookup(definitions: ReadonlyMap<string, string>): (name: string) => Zone {
  const zones = new Map<string, Zone>()
  return (name) => {
    const known = zones.get(name)
    if (known) return known
    const zone = cacheOffsets(findZone(name, definitions.get(name)))
    zones.set(name, zone)
    return zone
  }
}

/** Most days have one offset, which is worth keeping: a calendar of 20,000 entries needs a hundred thousand look-ups. */
function cacheOffsets(zone: Zone): Zone {
  const offsets = new Map<number, number | null>()
  return {
    wallOf: zone.wallOf,
    instantOf(wall) {
      const day = Math.floor(wall / dayMs)
      let offset = offsets.get(day)
      if (offset === undefined) {
        const [first, last] = [day * dayMs, (day + 1) * dayMs].map((midnight) => midnight - zone.instantOf(midnight))
        offset = first === last ? (first as number) : null
        offsets.set(day, offset)
      }
      return offset === null ? zone.instantOf(wall) : wall - offset
    },
  }
}

/**
 * Names that the system knows come before the file's definition: many programs write definitions that only cover a few years. Some prefix
 * the IANA name ("/mozilla.org/20050126_1/Europe/London").
 */
function findZone(name: string, definition: string | undefined): Zone {
  const plain = name.replace(/^"|"$/g, '')
  const byName = ianaZone(ianaNameOf(plain) ?? plain)
  if (byName) return byName
  const defined = definition === undefined ? null : definedZone(definition)
  return defined ?? ianaZone(/[A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/+-]+$/.exec(plain)?.[0] ?? '') ?? london
}

function ianaZone(name: string): Zone | null {
  if (!/^[A-Z][A-Za-z]/.test(name)) return null
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  return {
    instantOf: (wall) =>
      Temporal.Instant.fromEpochMilliseconds(wall)
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
        .toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds,
    wallOf: (instant) =>
      instant + Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).offsetNanoseconds / 1e6,
  }
}

/** Null for a definition that ical.js cannot read. */
function definedZone(definition: string): Zone | null {
  const zone = parseDefinition(definition)
  if (!zone) return null
  const offsetAt = (wall: number) => zone.utcOffset(toIcalTime(wall, false)) * 1000
  const instantOf = (wall: number) => wall - offsetAt(wall)
  return {
    instantOf,
    wallOf: (instant) => {
      const [before, after] = [offsetAt(instant - dayMs), offsetAt(instant + dayMs)]
      return (
        [before, after].map((offset) => instant + offset).find((wall) => instantOf(wall) === instant) ?? instant + after
      )
    },
  }
}

function parseDefinition(definition: string): ICAL.Timezone | null {
  try {
    const component = new ICAL.Component(ICAL.parse(definition))
    return component.getFirstSubcomponent('standard') || component.getFirstSubcomponent('daylight')
      ? new ICAL.Timezone(component)
      : null
  } catch {
    // ical.js has no error type of its own. An unreadable definition is the same as none.
    return null
  }
}

export function toIcalTime(wall: number, isDate: boolean): ICAL.Time {
  const at = new Date(wall)
  return new ICAL.Time(
    {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      ...(!isDate && { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() }),
      isDate,
    },
    ICAL.Timezone.localTimezone,
  )
}
