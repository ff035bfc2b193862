// The calendar.

import { PageHeading } from '#parts/page-heading.tsx'

export function CalendarPage() {
  return <PageHeading title="Calendar" />
}
