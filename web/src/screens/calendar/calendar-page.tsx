// The calendar: of the band the member stands in, or their own when they stand in none.

import { useSelectedBand } from '#api/bands.ts'
import { Calendar } from './calendar.tsx'

export function CalendarPage() {
  const membership = useSelectedBand()
  return <Calendar key={membership?.bandId ?? 'personal'} membership={membership} />
}
