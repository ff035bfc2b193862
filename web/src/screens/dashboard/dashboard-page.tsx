import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { useDaysAwaySheet } from '#features/events/days-away/use-days-away-sheet.tsx'
import { useToday } from '#lib/use-now.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { BandDashboard } from './band-dashboard.tsx'
import { UnreadNoticesSection } from './unread-notices-section.tsx'

export function DashboardPage() {
  const membership = useSelectedMembership()
  return membership ? <BandDashboard membership={membership} /> : <PersonalDashboard />
}

function PersonalDashboard() {
  const today = useToday()
  const { openDaysAway, daysAwaySheet } = useDaysAwaySheet({ membership: null, today })
  return (
    <>
      <BandPicker />
      <div className="mt-8 empty:hidden">
        <UnreadNoticesSection />
      </div>
      <Card as="section" className="mt-8 flex flex-wrap items-center justify-between gap-4 p-5">
        <div>
          <h2 className="font-semibold">Your own calendar</h2>
          <p className="text-sm text-muted">Every band you play in, and your days away, in one place.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/calendar" className={buttonClassNameFor({ variant: 'secondary' })}>
            <CalendarDays aria-hidden="true" className="size-5" />
            Open
          </Link>
          <Button variant="secondary" onClick={() => openDaysAway()}>
            I'm away
          </Button>
        </div>
      </Card>
      {daysAwaySheet}
    </>
  )
}
