import { CalendarSearch } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** Opens the sheet that finds a date. Renders nothing without a band. */
export function FindDateButton({ onPress }: { onPress: (() => void) | null }) {
  if (!onPress) return null
  return (
    <Button variant="secondary" size="sm" onClick={onPress}>
      <CalendarSearch aria-hidden="true" className="size-5" />
      Find a date
    </Button>
  )
}
