// The two filters: what the band does, and what is the member's own.

import { CalendarCheck2, UserRoundCheck } from 'lucide-react'
import { ToggleChip } from '#ui/toggle-chip.tsx'

export type Shown = { band: boolean; mine: boolean }

export function Filters({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Show</legend>
      <ToggleChip
        isOn={shown.band}
        onChange={(band) => onChange({ ...shown, band })}
        icon={<CalendarCheck2 aria-hidden="true" className="size-4" />}
      >
        Band Events
      </ToggleChip>
      <ToggleChip
        isOn={shown.mine}
        onChange={(mine) => onChange({ ...shown, mine })}
        icon={<UserRoundCheck aria-hidden="true" className="size-4" />}
      >
        My Events
      </ToggleChip>
    </fieldset>
  )
}
