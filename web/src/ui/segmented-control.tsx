// One of a few views, all in sight: real radio buttons beneath, so that every key works as it should.

import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { chosenInForcedColors, segmentClassName, segmentsClassName } from './tabs.tsx'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

export function SegmentedControl<Value extends string>({ label, options, value, onChange, className }: Props<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={clsx(segmentsClassName, className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            segmentClassName,
            'cursor-pointer border-transparent text-muted hover:text-text has-checked:border-control has-checked:bg-raised has-checked:text-text',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus',
            option.value === value && chosenInForcedColors,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
