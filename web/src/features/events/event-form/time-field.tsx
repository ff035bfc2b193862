import { formatTime, isRealTime, minuteOfDay } from '@gaffer/domain/shared/dates'
import type { describeEventEnd } from '@gaffer/domain/events/event-length'
import { messages } from '@gaffer/domain/shared/messages'
import { parseTypedTime } from '@gaffer/domain/shared/typed-time'
import { Clock } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { forcedColorsCheckedClassName } from '#ui/tabs.tsx'
import { PickerField, type PickerFieldProps } from './picker-field.tsx'

type Props = PickerFieldProps & {
  /** The time (HH:mm); the typed text if that is not a time; null if empty. */
  value: string | null
  onChange: (value: string | null) => void
  /** A typed "10" is read as the first 10 o'clock after this time (HH:mm), such as the start. Null without such a time. */
  after?: string | null
  /** Only for an end time: how long the event lasts, and on which day it ends if that is a later one. */
  end?: ReturnType<typeof describeEventEnd>
}

export function TimeField({ value, onChange, after = null, end = null, ...props }: Props) {
  const isTime = value !== null && isRealTime(value)
  return (
    <PickerField
      {...props}
      value={value ?? ''}
      onChange={(time) => onChange(time || null)}
      parse={(typed) => parseTypedTime(typed, after)}
      format={(time) => (isRealTime(time) ? formatTime(time) : time === '' ? '' : null)}
      parsedText={isTime && !end?.endsLater ? formatTime(value) : null}
      note={[end?.length, end?.endsLater].filter(Boolean).join(', ') || null}
      refusal={messages.timeNotUnderstood}
      Icon={Clock}
    />
  )
}

type PanelProps = {
  label: string
  value: string
  onChange: (time: string) => void
  onClear: () => void
  onDone: () => void
}

/** A 12-hour clock to tap on: an hour, a minute in steps of five, morning or evening. */
export function TimePanel({ label, value, onChange, onClear, onDone }: PanelProps) {
  const time = twelveHourFromTime(value)
  const set = (change: Partial<TwelveHourTime>) => onChange(timeFromTwelveHour({ ...time, ...change }))
  return (
    <fieldset className="grid gap-3 rounded-control border border-hairline bg-sunken p-3">
      <legend className="sr-only">{label}</legend>
      <p aria-live="polite" className="sr-only">
        {formatTime(value)}
      </p>
      <ChoiceButtons
        label="Hour"
        options={pickerHours}
        value={time.hour}
        onChange={(hour) => set({ hour })}
        show={String}
      />
      <ChoiceButtons
        label="Minute"
        options={pickerMinutesWith(time.minute)}
        value={time.minute}
        onChange={(minute) => set({ minute })}
        show={(minute) => `:${String(minute).padStart(2, '0')}`}
      />
      <ChoiceButtons
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

/** Radio buttons drawn as large buttons, for the browser's keyboard behaviour. */
function ChoiceButtons<Value extends string | number>({ label, options, value, onChange, show }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
      <div className={options.length > 2 ? 'grid grid-cols-6 gap-1' : 'grid grid-cols-2 gap-1'}>
        {options.map((option) => (
          <label
            key={option}
            className={`grid h-11 cursor-pointer place-content-center rounded-control border border-transparent bg-surface text-sm font-semibold tabular-nums transition-colors hover:bg-lit has-checked:border-text has-checked:bg-text has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${forcedColorsCheckedClassName}`}
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

export const pickerHours = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
export const pickerMinutes = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55] as const
/** The minutes that the picker offers: the multiples of five, and `minute`, in order. */
export function pickerMinutesWith(minute: number): number[] {
  return [...new Set([...pickerMinutes, minute])].sort((a, b) => a - b)
}

export const defaultPickerTime = '19:00'

/** A time as the picker shows it. The stored time is HH:mm. */
type TwelveHourTime = { hour: number; minute: number; half: 'AM' | 'PM' }

export function twelveHourFromTime(time: string): TwelveHourTime {
  const [hour, minute] = [Math.floor(minuteOfDay(time) / 60), minuteOfDay(time) % 60]
  return { hour: hour % 12 || 12, minute, half: hour < 12 ? 'AM' : 'PM' }
}

export function timeFromTwelveHour({ hour, minute, half }: TwelveHourTime): string {
  return padToTwoDigits((hour % 12) + (half === 'PM' ? 12 : 0)) + ':' + padToTwoDigits(minute)
}

/** The time at which the picker of the end opens: two hours after the start, or `defaultPickerTime` without a start. */
export function suggestedEndTime(start: string | null): string {
  if (start === null) return defaultPickerTime
  const end = (minuteOfDay(start) + 120) % 1440
  return padToTwoDigits(Math.floor(end / 60)) + ':' + padToTwoDigits(end % 60)
}

function padToTwoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
