import { venueFields, type Venue } from '@gaffer/domain/gig-sheets/venue'
import type { GigSheetFormValues } from './gig-sheet-form-values.ts'

/** The fields that the venue fills: empty ones, and those still as an earlier venue filled them. */
export function changesFromVenue(
  fields: GigSheetFormValues,
  earlier: Venue | null,
  venue: Venue,
): Partial<GigSheetFormValues> {
  const isOpen = (name: (typeof venueFields)[number]) => {
    const typed = fields[name].trim()
    return typed === '' || typed === earlier?.[name]
  }
  return Object.fromEntries(venueFields.filter(isOpen).map((name) => [name, venue[name] ?? '']))
}
