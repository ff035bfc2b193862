// The calendar of the selected band, or the member's own without one.

import { useSelectedBand } from '#api/bands.ts'
import { Calendar } from './calendar.tsx'

export function CalendarPage() {
  const membership = useSelectedBand()
  return <Calendar key={membership?.bandId ?? 'personal'} membership={membership} />
}
