import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { chosenInForcedColors } from './tabs.tsx'
import { useSavingGate } from './use-saving-gate.ts'

type Props = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  icon?: ReactNode
  children: ReactNode
  className?: string
  /** Using it sends a change. While saving is disabled, it shows the reason instead. */
  saves?: boolean
}

export function ToggleChip({ isOn, onChange, icon, children, className, saves = false }: Props) {
  const { isOff, gateProps, attempt } = useSavingGate(saves)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      {...gateProps}
      onClick={() => attempt(() => onChange(!isOn))}
      className={clsx(
        'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold transition-colors',
        isOn
          ? `border-text bg-text text-bg ${chosenInForcedColors}`
          : 'border-control text-muted hover:bg-lit hover:text-text',
        isOff && 'opacity-60',
        className,
      )}
    >
      {icon}
      {children}
    </button>
  )
}
