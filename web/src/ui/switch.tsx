// On or off, at once. A real checkbox beneath.

import type { ReactNode } from 'react'

type Props = { label: ReactNode; hint?: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void; name?: string }

export function Switch({ label, hint, isOn, onChange, name }: Props) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-1">
      <span className="grid">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-sm text-muted">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-control bg-sunken transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-muted before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-bg forced-colors:appearance-auto"
      />
    </label>
  )
}
