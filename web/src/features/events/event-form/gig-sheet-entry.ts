// The gig sheet in the form of a gig. `gig-sheets` comes after `events` in the list of features, so it passes the sheet as a prop.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { ReactNode } from 'react'

export type VenueOffersProps = { bandId: string; value: string; onChange: (place: string) => void }

export type GigSheetEntry = {
  /** Earlier venues, beneath the place: choosing one fills the entries. */
  venues: (props: VenueOffersProps) => ReactNode
  fields: ReactNode
  /** The fields with an entry, for the draft of the form. */
  changes: object
  hasEntries: boolean
  /** Whether all entries are valid. If not, the first invalid one gets the focus. */
  check: () => boolean
  /** Saves the entries as the gig sheet of the event. A failure is shown, and the entries are kept for another attempt. */
  save: (gig: CalendarEntry) => Promise<void>
}
