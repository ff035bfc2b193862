// The places of a band's gigs, each with fields of its last gig sheet.

import * as z from 'zod/mini'
import { cleanLine } from '@gaffer/domain/shared/plain-text'
import { limits } from '@gaffer/domain/shared/limits'
import { GigSheet } from './gig-sheet.ts'

/** The fields of a gig sheet that choosing a venue fills. */
export const venueFields = ['address', 'contactName', 'contactPhone', 'contactEmail', 'gettingThere', 'gear'] as const

/** A place and what its last gig sheet says. `lastDate` is the date of the last gig, or of the next gig if none is over. */
export const Venue = z.strictObject({
  place: z.string(),
  ...z.pick(GigSheet, {
    address: true,
    contactName: true,
    contactPhone: true,
    contactEmail: true,
    gettingThere: true,
    gear: true,
  }).shape,
  lastDate: z.string(),
  timesPlayed: z.int(),
  lastFeePence: z.nullable(z.int()),
})
export type Venue = z.infer<typeof Venue>

/** GET of venues: `q` is a part of the place, in upper or lower case. */
export const VenueSearch = z.strictObject({
  q: z.prefault(
    z
      .string()
      .check(
        z.maxLength(limits.searchLength, `Search with at most ${limits.searchLength} characters`),
        z.overwrite(cleanLine),
      ),
    '',
  ),
})
