// A button that shows only an icon, and says its name.

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { label: string; icon: ReactNode }

export function IconButton({ label, icon, className, ...rest }: Props) {
  return (
    <button
      type="button"
      data-tip={label}
      {...rest}
      aria-label={label}
      className={clsx(
        'inline-grid size-11 shrink-0 place-content-center rounded-control text-muted transition-colors hover:bg-lit hover:text-text disabled:opacity-50',
        className,
      )}
    >
      {icon}
    </button>
  )
}
