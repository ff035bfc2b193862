import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { forcedColorsSelectedClassName } from './tabs.tsx'

type Props = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  icon?: ReactNode
  /** Narrow and centred, for the cells of a grid. */
  isCompact?: boolean
  children: ReactNode
  className?: string
}

export function ToggleChip({ isOn, onChange, icon, isCompact = false, children, className }: Props) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={clsx(
        'inline-flex min-h-11 items-center gap-2 rounded-full border text-sm font-semibold transition-colors',
        isCompact ? 'justify-center px-1' : 'px-4',
        isOn
          ? `border-text bg-text text-bg ${forcedColorsSelectedClassName}`
          : 'border-control text-muted hover:bg-lit hover:text-text',
        className,
      )}
    >
      {icon}
      {children}
    </button>
  )
}
