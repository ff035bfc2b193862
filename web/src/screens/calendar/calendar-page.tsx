// The calendar of the selected band, or the member's own without one.

import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { Calendar } from './calendar.tsx'

export function CalendarPage() {
  const membership = useSelectedMembership()
  return <Calendar key={membership?.bandId ?? 'personal'} membership={membership} />
}
