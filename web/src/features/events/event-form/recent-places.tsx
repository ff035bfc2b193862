// Buttons that fill in one of the last places of the band's events.

import { addDays } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { useUncachedBandEvents } from '#features/events/queries.ts'
import { ToggleChip } from '#ui/toggle-chip.tsx'

type PlaceField = 'location' | 'venue'
type Props = { bandId: string; today: string; place: PlaceField; value: string; onChange: (place: string) => void }

const maxPlaces = 3
/** Events up to this many days before or after today are searched. */
const searchRangeDays = 180

export function RecentPlaces({ bandId, today, place, value, onChange }: Props) {
  const range = { startDate: addDays(today, -searchRangeDays), endDate: addDays(today, searchRangeDays) }
  const { data = [] } = useUncachedBandEvents(bandId, range)
  const places = recentPlaceNames(data, place)
  if (places.length === 0) return null
  return (
    <fieldset className="-mt-2 flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Recent places</legend>
      {places.map((name) => (
        <ToggleChip
          key={name}
          className="max-w-full"
          isOn={name === value}
          onChange={(isOn) => onChange(isOn ? name : '')}
        >
          <span className="truncate">{name}</span>
        </ToggleChip>
      ))}
    </fieldset>
  )
}

/** The places of the most recently added events, each once. The stand-in for a place that an enquiry did not name is left out. */
export function recentPlaceNames(events: readonly CalendarEntry[], place: PlaceField): string[] {
  const newestFirst = events.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const names = new Set(newestFirst.flatMap((event) => event[place] ?? []))
  names.delete(publicPageMessages.placeUnknown)
  return [...names].slice(0, maxPlaces)
}
