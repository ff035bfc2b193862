import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { useSelectedBand } from '#api/bands.ts'
import { BandPicker } from '#components/band-picker.tsx'
import { buttonClassName } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { BandDashboard } from './band-dashboard.tsx'
import { SinceLastLooked } from './since-last-looked.tsx'

export function DashboardPage() {
  const membership = useSelectedBand()
  if (membership) return <BandDashboard membership={membership} />
  return (
    <>
      <BandPicker />
      <div className="mt-8 empty:hidden">
        <SinceLastLooked />
      </div>
      <Card as="section" className="mt-8 flex flex-wrap items-center justify-between gap-4 p-5">
        <div>
          <h2 className="font-semibold">Your own calendar</h2>
          <p className="text-sm text-muted">Every band you play in, and your days away, in one place.</p>
        </div>
        <Link to="/calendar" className={buttonClassName({ variant: 'secondary' })}>
          <CalendarDays aria-hidden="true" className="size-5" />
          Open
        </Link>
      </Card>
    </>
  )
}
