// One input, so that autofill and paste work, drawn as one box per digit.

import { clsx } from 'clsx'
import type { Ref } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  length: number
  value: string
  onChange: (value: string) => void
  /** Called when the last digit is entered. */
  onComplete: (code: string) => void
  inputRef?: Ref<HTMLInputElement>
}

export function OtpInput({ length, value, onChange, onComplete, inputRef, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => (
        <div className="group relative">
          <div
            aria-hidden="true"
            className="grid grid-flow-col gap-2"
            style={{ gridTemplateColumns: `repeat(${length}, 1fr)` }}
          >
            {Array.from({ length }, (_, at) => (
              <span
                key={at}
                className={clsx(
                  'grid h-14 place-content-center rounded-control border bg-sunken light:bg-surface text-2xl font-semibold tabular-nums',
                  field.error ? 'border-danger' : 'border-control',
                  at === Math.min(value.length, length - 1) &&
                    'group-focus-within:border-focus group-focus-within:outline-2 group-focus-within:outline-focus',
                )}
              >
                {value[at]}
              </span>
            ))}
          </div>
          <input
            {...control}
            ref={inputRef}
            name="code"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d*"
            value={value}
            onChange={(event) => {
              const code = event.target.value.replace(/\D/g, '').slice(0, length)
              onChange(code)
              if (code.length === length && code !== value) onComplete(code)
            }}
            className="absolute inset-0 w-full rounded-control bg-transparent text-base text-transparent caret-transparent outline-none selection:bg-transparent"
          />
        </div>
      )}
    </Field>
  )
}
