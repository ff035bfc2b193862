// A 12-hour clock to tap on: an hour, a minute in steps of five, morning or evening.

import { formatTime } from '@gaffer/domain/shared/dates'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import {
  twelveHourFromTime,
  pickerHours,
  pickerMinutesWith,
  timeFromTwelveHour,
  type TwelveHourTime,
} from './twelve-hour-clock.ts'

type Props = { label: string; value: string; onChange: (time: string) => void; onClear: () => void; onDone: () => void }

export function TimePanel({ label, value, onChange, onClear, onDone }: Props) {
  const time = twelveHourFromTime(value)
  const set = (change: Partial<TwelveHourTime>) => onChange(timeFromTwelveHour({ ...time, ...change }))
  return (
    <fieldset className="grid gap-3 rounded-control border border-hairline bg-sunken p-3">
      <legend className="sr-only">{label}</legend>
      <p aria-live="polite" className="sr-only">
        {formatTime(value)}
      </p>
      <Choices label="Hour" options={pickerHours} value={time.hour} onChange={(hour) => set({ hour })} show={String} />
      <Choices
        label="Minute"
        options={pickerMinutesWith(time.minute)}
        value={time.minute}
        onChange={(minute) => set({ minute })}
        show={(minute) => `:${String(minute).padStart(2, '0')}`}
      />
      <Choices
        label="Morning or evening"
        options={['AM', 'PM'] as const}
        value={time.half}
        onChange={(half) => set({ half })}
        show={String}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" onClick={onClear}>
          No time
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </fieldset>
  )
}

type ChoicesProps<Value> = {
  label: string
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  show: (value: Value) => string
}

/** Radio buttons, for the browser's own keyboard behaviour, drawn as large keys. */
function Choices<Value extends string | number>({ label, options, value, onChange, show }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
      <div className={options.length > 2 ? 'grid grid-cols-6 gap-1' : 'grid grid-cols-2 gap-1'}>
        {options.map((option) => (
          <label
            key={option}
            className="grid h-11 cursor-pointer place-content-center rounded-control border border-transparent bg-surface text-sm font-semibold tabular-nums transition-colors hover:bg-lit has-checked:border-text has-checked:bg-text has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="sr-only"
            />
            {show(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
