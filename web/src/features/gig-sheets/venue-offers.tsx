// Suggests the band's earlier venues while the place of a gig is typed, and offers to fill in the gig sheet from the last gig there.

import { formatPounds } from '@gaffer/domain/shared/pounds'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { venueFields, type Venue } from '@gaffer/domain/gig-sheets/venue'
import { limits } from '@gaffer/domain/shared/limits'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'

/** At most this many venues, the most played, are offered before anything is typed. */
const maxOffersWithoutText = 3
const debounceMs = 200

type Props = {
  bandId: string
  /** The typed text of the place field. */
  value: string
  chosen: Venue | null
  /** Called with the chosen venue, or with null when it is deselected. */
  onChoose: (venue: Venue | null) => void
}

export function VenueOffers({ bandId, value, chosen, onChoose }: Props) {
  const isChosen = chosen !== null && chosen.place === value
  const typed = useDebouncedValue(isChosen ? '' : value.trim(), debounceMs).slice(0, limits.searchLength)
  const { data = [] } = useEndpoint(
    'GET /api/bands/:bandId/venues',
    { params: { bandId }, query: { q: typed } },
    { placeholderData: (last) => last },
  )
  const offeredVenues = data.slice(0, typed === '' ? maxOffersWithoutText : limits.venuesShown)
  const venues =
    isChosen && !offeredVenues.some(({ place }) => place === value) ? [chosen, ...offeredVenues] : offeredVenues
  if (venues.length === 0) return null
  return (
    <div className="-mt-2 grid grid-cols-1 gap-2">
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Earlier venues</legend>
        {venues.map((venue) => (
          <ToggleChip
            key={venue.place}
            className="max-w-full"
            isOn={venue.place === value}
            onChange={(isOn) => onChoose(isOn ? venue : null)}
          >
            <span className="truncate">{venue.place}</span>
          </ToggleChip>
        ))}
      </fieldset>
      <output className="text-sm text-muted empty:hidden">{isChosen && formatLastTimeHere(chosen)}</output>
    </div>
  )
}

type LastTimeProps = Omit<Props, 'onChoose'> & { onChoose: (venue: Venue) => void }

/** The button in the form of a gig sheet that fills in the fields from the sheet of the last gig at the same place. */
export function FillFromLastGig({ bandId, value, chosen, onChoose }: LastTimeProps) {
  const { data } = useEndpoint('GET /api/bands/:bandId/venues', {
    params: { bandId },
    query: { q: value.slice(0, limits.searchLength) },
  })
  const venue = data?.find(({ place }) => place.toLowerCase() === value.toLowerCase())
  if (!venue || !venueFields.some((name) => venue[name] !== null)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-hairline p-3.5">
      <p className="min-w-0 flex-1 basis-52 text-sm text-muted">{formatLastTimeHere(venue)}</p>
      <Button variant="secondary" size="sm" disabled={chosen !== null} onClick={() => onChoose(venue)}>
        Fill in from the last gig sheet here
      </Button>
    </div>
  )
}

/** "The last gig here was on Fri 4 Sep 2026. The last fee was £250." The fee may be of an earlier gig, because the last one may have no sheet. */
function formatLastTimeHere({ lastDate, lastFeePence }: Venue): string {
  const day = `${shortDate(lastDate)} ${lastDate.slice(0, 4)}`
  return gigSheetMessages.lastTimeHere(day, lastFeePence === null ? null : formatPounds(lastFeePence))
}
