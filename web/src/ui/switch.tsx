// A checkbox that takes effect at once, drawn as a switch.

import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { useSavingGate } from './use-saving-gate.ts'

type Props = {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  name?: string
  /** A press sends a change. While saving is disabled, a press shows the reason instead. */
  saves?: boolean
}

export function Switch({ label, hint, isOn, onChange, name, saves = false }: Props) {
  const { isOff, gateProps, attempt } = useSavingGate(saves)
  const id = useId()
  return (
    <label
      className={clsx('flex min-h-12 cursor-pointer items-center justify-between gap-4 py-1', isOff && 'opacity-60')}
    >
      <span className="grid">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        name={name}
        checked={isOn}
        aria-checked={isOn}
        {...gateProps}
        onChange={(event) => attempt(() => onChange(event.target.checked))}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-control bg-sunken transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-muted before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-bg forced-colors:appearance-auto forced-colors:before:hidden"
      />
    </label>
  )
}
