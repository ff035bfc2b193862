// The field for the running times of a gig sheet: rows of a time and a label, and chips that add a row with a usual label.

import { isRealTime } from '@gaffer/domain/shared/dates'
import { suggestedRunningTimeLabels } from '@gaffer/domain/gig-sheets/gig-sheet'
import { limits } from '@gaffer/domain/shared/limits'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { TimeField, TimePanel, defaultPickerTime } from '#features/events/event-form/time-field.tsx'
import { Button } from '#ui/button.tsx'
import { inputClassNameFor } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { addRunningTimeRow, type ErrorsByFieldPath, type RunningTimeRow } from './gig-sheet-form-values.ts'

type Props = {
  times: readonly RunningTimeRow[]
  errors: ErrorsByFieldPath
  onChange: (times: RunningTimeRow[]) => void
}

export function GigRunningTimesField({ times, errors, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // The key of the row that was added last, whose time field gets the focus.
  const [addedKey, setAddedKey] = useState<number | null>(null)
  // The key of the row whose time picker is open.
  const [openKey, setOpenKey] = useState<number | null>(null)
  const isFull = times.length >= limits.runningTimes
  const unusedLabels = suggestedRunningTimeLabels.filter((label) => !times.some((time) => time.label === label))

  useEffect(() => {
    if (addedKey !== null) list.current?.querySelector<HTMLElement>(`[data-key="${addedKey}"] input`)?.focus()
  }, [addedKey])

  function addTime(label: string) {
    const addedTimes = addRunningTimeRow(times, label)
    onChange(addedTimes)
    setAddedKey(addedTimes.at(-1)?.key ?? null)
  }
  const change = (key: number, changes: Partial<RunningTimeRow>) =>
    onChange(times.map((time) => (time.key === key ? { ...time, ...changes } : time)))

  return (
    <fieldset className="@container grid grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-medium">Running times</legend>
      <ul ref={list} aria-label="Running times" className="grid grid-cols-1 gap-2 empty:hidden @max-[19rem]:gap-5">
        {times.map((row, index) => (
          <RunningTimeFields
            key={row.key}
            row={row}
            number={index + 1}
            timeAbove={times.slice(0, index).findLast(({ time }) => isRealTime(time))?.time ?? null}
            timeError={errors[`times.${index}.time`]}
            labelError={errors[`times.${index}.label`]}
            isOpen={openKey === row.key}
            onOpen={(isOpen) => setOpenKey(isOpen ? row.key : null)}
            onChange={(changes) => change(row.key, changes)}
            onRemove={() => onChange(times.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      {isFull ? (
        <p className="text-sm text-muted">{gigSheetMessages.runningTimesTooMany}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {unusedLabels.map((label) => (
            <Button key={label} variant="secondary" size="sm" onClick={() => addTime(label)}>
              <Plus aria-hidden="true" className="size-4" />
              {label}
            </Button>
          ))}
          <Button variant="quiet" size="sm" onClick={() => addTime('')}>
            <Plus aria-hidden="true" className="size-4" />
            Another time
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type RowProps = {
  row: RunningTimeRow
  number: number
  /** The nearest valid time above this row; null without one. A typed "10" is read as the first 10 o'clock after that time. */
  timeAbove: string | null
  timeError: string | undefined
  labelError: string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (changes: Partial<RunningTimeRow>) => void
  onRemove: () => void
}

function RunningTimeFields({
  row: { key, time, label },
  number,
  timeAbove,
  timeError,
  labelError,
  isOpen,
  onOpen,
  onChange,
  onRemove,
}: RowProps) {
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  const name = `${label || 'Time'} (${number})`
  const timeLabel = `Time of ${name}`

  function togglePicker() {
    onOpen(!isOpen)
    if (!isOpen && time === '') onChange({ time: defaultPickerTime })
  }

  /** Closes the picker, and returns the focus to the button that opened it. */
  function closePicker() {
    item.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    onOpen(false)
  }

  return (
    <li
      ref={item}
      data-key={key}
      className="grid grid-cols-[9rem_1fr_auto] items-start gap-2 @max-[19rem]:grid-cols-[1fr_auto]"
    >
      <TimeField
        label={timeLabel}
        isLabelHidden
        error={timeError}
        isOpen={isOpen}
        panelId={`${id}-picker`}
        inputRef={null}
        onToggle={togglePicker}
        value={time}
        after={timeAbove}
        onChange={(typed) => onChange({ time: typed ?? '' })}
      />
      <input
        type="text"
        aria-label={`What happens: ${name}`}
        aria-invalid={labelError ? true : undefined}
        aria-describedby={labelError ? `${id}-error` : undefined}
        autoComplete="off"
        maxLength={limits.runningTimeLabelLength}
        value={label}
        onChange={({ target }) => onChange({ label: target.value })}
        // At large text sizes the label wraps to its own line, beneath the time and its button.
        className={`${inputClassNameFor('px-3')} h-12 @max-[19rem]:order-1 @max-[19rem]:col-span-2`}
      />
      <IconButton label={`Remove ${name}`} icon={<X aria-hidden="true" className="size-5" />} onClick={onRemove} />
      {isOpen && (
        <div id={`${id}-picker`} className="order-1 col-span-full">
          <TimePanel
            label={timeLabel}
            value={isRealTime(time) ? time : defaultPickerTime}
            onChange={(picked) => onChange({ time: picked })}
            onClear={() => {
              onChange({ time: '' })
              closePicker()
            }}
            onDone={closePicker}
          />
        </div>
      )}
      {labelError && (
        <p id={`${id}-error`} className="order-1 col-span-full text-sm font-medium text-danger">
          {labelError}
        </p>
      )}
    </li>
  )
}
