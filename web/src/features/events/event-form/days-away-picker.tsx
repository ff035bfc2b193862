// Picks one day away or a range, from today on. The ends of a range can be picked in either order.

import { daysBetween, sortDatePair } from '@gaffer/domain/shared/dates'
import { useId, useState } from 'react'
import { formatEventDates } from '#features/events/format-event.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { DayPicker } from './day-picker.tsx'

type DaysAwayDates = { date: string; endDate: string | null }
type Props = DaysAwayDates & {
  bandId: string | null
  today: string
  error: string | undefined
  onChange: (days: DaysAwayDates) => void
}

const modeOptions = [
  { value: 'single', label: 'One day' },
  { value: 'range', label: 'Several days' },
] as const

export function DaysAwayPicker({ date, endDate, bandId, today, error, onChange }: Props) {
  const errorId = useId()
  const [mode, setMode] = useState<'single' | 'range'>(endDate === null ? 'single' : 'range')
  // The end of the range that was picked first; null once the second end is picked.
  const [firstPicked, setFirstPicked] = useState<string | null>(null)

  function pickDay(day: string) {
    if (mode === 'single') return onChange({ date: day, endDate: null })
    if (firstPicked === null) {
      setFirstPicked(day)
      return onChange({ date: day, endDate: null })
    }
    const [from, to] = sortDatePair(firstPicked, day)
    setFirstPicked(null)
    onChange({ date: from, endDate: to === from ? null : to })
  }

  function changeMode(next: 'single' | 'range') {
    setMode(next)
    setFirstPicked(null)
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
        onPick={pickDay}
        {...(error && { errorId })}
      />
      <output className="block font-medium">
        {formatEventDates({ date, endDate })}
        <span className="font-normal text-muted">
          {firstPicked !== null ? ' · Now pick the last day' : count > 1 ? ` · ${count} days` : ''}
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
