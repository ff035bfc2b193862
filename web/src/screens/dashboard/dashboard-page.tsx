// Home: of the chosen band, or the choice of one.

import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { useSelectedBand } from '#data/selected-band.ts'
import { SelectBand } from '#parts/select-band.tsx'
import { buttonLook } from '#ui/button.tsx'
import { BandHome } from './band-home.tsx'

export function DashboardPage() {
  const membership = useSelectedBand()
  if (membership) return <BandHome membership={membership} />
  return (
    <>
      <SelectBand />
      <section className="mt-8 flex flex-wrap items-center justify-between gap-4 rounded-card border border-hairline bg-surface p-5">
        <div>
          <h2 className="font-semibold">Your own calendar</h2>
          <p className="text-sm text-muted">Every band you play in, and your days away, in one place.</p>
        </div>
        <Link to="/calendar" className={buttonLook({ variant: 'secondary' })}>
          <CalendarDays aria-hidden="true" className="size-5" />
          Open
        </Link>
      </section>
    </>
  )
}
