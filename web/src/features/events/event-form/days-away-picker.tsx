// Picks one day away or a range, from today on. The ends of a range can be picked in either order.

import { daysBetween, sortDatePair } from '@gaffer/domain/shared/dates'
import { useId, useState } from 'react'
import { formatEventDates } from '#features/events/format-event.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { DayPicker } from './day-picker.tsx'

type Days = { date: string; endDate: string | null }
type Props = Days & { bandId: string | null; today: string; error: string | undefined; onChange: (days: Days) => void }

const modeOptions = [
  { value: 'single', label: 'One day' },
  { value: 'range', label: 'Several days' },
] as const

export function DaysAwayPicker({ date, endDate, bandId, today, error, onChange }: Props) {
  const errorId = useId()
  const [mode, setMode] = useState<'single' | 'range'>(endDate === null ? 'single' : 'range')
  // The end of the range that was picked first; null once the second end is picked.
  const [start, setStart] = useState<string | null>(null)

  function pick(day: string) {
    if (mode === 'single') return onChange({ date: day, endDate: null })
    if (start === null) {
      setStart(day)
      return onChange({ date: day, endDate: null })
    }
    const [from, to] = sortDatePair(start, day)
    setStart(null)
    onChange({ date: from, endDate: to === from ? null : to })
  }

  function changeMode(next: 'single' | 'range') {
    setMode(next)
    setStart(null)
    if (next === 'single') onChange({ date, endDate: null })
  }

  const count = endDate === null ? 1 : daysBetween(date, endDate) + 1
  return (
    <div className="grid grid-cols-1 gap-3">
      <SegmentedControl label="How long" options={modeOptions} value={mode} onChange={changeMode} />
      <DayPicker
        bandId={bandId}
        today={today}
        from={date}
        to={endDate}
        earliest={today}
        onPick={pick}
        {...(error && { errorId })}
      />
      <output className="block font-medium">
        {formatEventDates({ date, endDate })}
        <span className="font-normal text-muted">
          {start !== null ? ' · Now pick the last day' : count > 1 ? ` · ${count} days` : ''}
        </span>
      </output>
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
