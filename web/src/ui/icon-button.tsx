import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

const sizes = {
  md: 'size-11 shrink-0',
  /** May shrink in narrow rows. */
  shrinkable: 'size-11 shrink',
  /** For the top bar: in px, so that it does not grow with the text. */
  bar: 'size-[44px] shrink-0',
}

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name and the tooltip of the button. */
  label: string
  icon: ReactNode
  size?: keyof typeof sizes
}

export function IconButton({ label, icon, size = 'md', className, ...rest }: Props) {
  return (
    <button
      type="button"
      data-tip={label}
      {...rest}
      aria-label={label}
      className={clsx(
        'inline-grid place-content-center rounded-control text-muted transition-colors hover:bg-lit hover:text-text disabled:opacity-50',
        sizes[size],
        className,
      )}
    >
      {icon}
    </button>
  )
}
