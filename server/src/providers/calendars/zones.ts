// Time zones of calendar files.

import { findIana } from 'windows-iana'
import { parseZoneDefinition } from './defined-zone.ts'
import { dayMs, type Zone } from './wall-clock.ts'

/** The zone of floating times, of all-day entries, and of names that nothing defines. */
export const london = cacheOffsets(findIanaZone('Europe/London') as Zone)

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

/** Caches the offset of days that have only one, as most do: a calendar of 20,000 entries needs a hundred thousand look-ups. */
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
 * The system's zones take precedence over the file's definition: many programs write definitions that only cover a few years. Some
 * programs prefix the IANA name ("/mozilla.org/20050126_1/Europe/London").
 */
function findZone(name: string, definition: string | undefined): Zone {
  const plain = name.replace(/^"|"$/g, '')
  // Outlook and Exchange write Windows names, which `findIana` maps to IANA names.
  const [ianaName = plain] = findIana(plain)
  const namedZone = findIanaZone(ianaName)
  if (namedZone) return namedZone
  const defined = definition === undefined ? null : parseDefinedZone(definition)
  return defined ?? findIanaZone(/[A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/+-]+$/.exec(plain)?.[0] ?? '') ?? london
}

function findIanaZone(name: string): Zone | null {
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

/** Returns null for an unreadable definition, which is then ignored. */
function parseDefinedZone(definition: string): Zone | null {
  try {
    return parseZoneDefinition(definition)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
