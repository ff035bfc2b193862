// The running times of a gig sheet in its form: rows of a time and a label, and chips that add the usual ones.

import { suggestedRunningTimeLabels } from '@gaffer/domain/gig-sheet'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { inputClassNameFor } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { withRunningTimeRow, type ErrorsByFieldPath, type RunningTimeRow } from './gig-sheet-form-values.ts'

type Props = {
  times: readonly RunningTimeRow[]
  errors: ErrorsByFieldPath
  onChange: (times: RunningTimeRow[]) => void
}

export function GigRunningTimesField({ times, errors, onChange }: Props) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  // The row that was added last: its time, or its empty label, gets the focus.
  const [addedKey, setAddedKey] = useState<number | null>(null)
  const isFull = times.length >= limits.runningTimes
  const missing = suggestedRunningTimeLabels.filter((label) => !times.some((time) => time.label === label))

  useEffect(() => {
    if (addedKey !== null) list.current?.querySelector<HTMLElement>(`[data-key="${addedKey}"] input`)?.focus()
  }, [addedKey])

  function add(label: string) {
    const added = withRunningTimeRow(times, label)
    onChange(added)
    setAddedKey(added.at(-1)?.key ?? null)
  }
  const change = (key: number, changes: Partial<RunningTimeRow>) =>
    onChange(times.map((time) => (time.key === key ? { ...time, ...changes } : time)))

  return (
    <fieldset className="@container grid grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-medium">Running times</legend>
      <ul ref={list} aria-label="Running times" className="grid grid-cols-1 gap-2 empty:hidden">
        {times.map(({ key, time, label }, index) => {
          const error = errors[`times.${index}.time`] ?? errors[`times.${index}.label`]
          const name = `${label || 'Time'} (${index + 1})`
          return (
            <li
              key={key}
              data-key={key}
              className="grid grid-cols-[7.5rem_1fr_auto] items-center gap-2 @max-[16rem]:grid-cols-[1fr_auto]"
            >
              <input
                type="time"
                aria-label={`Time of ${name}`}
                aria-invalid={errors[`times.${index}.time`] ? true : undefined}
                aria-describedby={error ? `${id}-${key}` : undefined}
                value={time}
                onChange={({ target }) => change(key, { time: target.value })}
                // Without the clock icon, which cuts off AM and PM: phones open their picker at a tap anywhere.
                className={`${inputClassNameFor('px-3')} h-12 tabular-nums [&::-webkit-calendar-picker-indicator]:hidden`}
              />
              <input
                type="text"
                aria-label={`What happens: ${name}`}
                aria-invalid={errors[`times.${index}.label`] ? true : undefined}
                aria-describedby={error ? `${id}-${key}` : undefined}
                autoComplete="off"
                maxLength={limits.runningTimeLabelLength}
                value={label}
                onChange={({ target }) => change(key, { label: target.value })}
                // At large text sizes on a line of its own, beneath the time and its button.
                className={`${inputClassNameFor('px-3')} h-12 @max-[16rem]:order-1 @max-[16rem]:col-span-2`}
              />
              <IconButton
                label={`Remove ${name}`}
                icon={<X aria-hidden="true" className="size-5" />}
                onClick={() => onChange(times.filter((one) => one.key !== key))}
              />
              {error && (
                <p id={`${id}-${key}`} className="order-1 col-span-full text-sm font-medium text-danger">
                  {error}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {isFull ? (
        <p className="text-sm text-muted">{messages.runningTimesTooMany}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {missing.map((label) => (
            <Button key={label} variant="secondary" size="sm" onClick={() => add(label)}>
              <Plus aria-hidden="true" className="size-4" />
              {label}
            </Button>
          ))}
          <Button variant="quiet" size="sm" onClick={() => add('')}>
            <Plus aria-hidden="true" className="size-4" />
            Another time
          </Button>
        </div>
      )}
    </fieldset>
  )
}
