// Radio buttons drawn as one bar, for the browser's keyboard behaviour.

import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { segmentClassName, segmentGroupClassName, selectedSegmentClassName } from './tabs.tsx'

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
    <div role="radiogroup" aria-label={label} className={clsx(segmentGroupClassName, className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            segmentClassName,
            'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus',
            option.value === value ? selectedSegmentClassName : 'border-transparent text-muted hover:text-text',
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
