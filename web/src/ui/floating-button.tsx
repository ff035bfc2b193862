// The floating action button: round, above the tab bar of small screens. Sizes are in px: at 200 % text the button would cover the page.

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

const baseClassName =
  'fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 flex h-[56px] min-w-[56px] items-center justify-center rounded-full bg-accent font-semibold text-bg shadow-2xl forced-colors:border [&>svg]:size-[26px]'

/** The classes of a link that looks like a floating button. The link also needs `data-floating`, for which the toaster leaves room. */
export const floatingButtonClassName = baseClassName

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  /** True shows the label beside the icon, false collapses it. Left out, the label is only the accessible name and the tooltip. */
  isExpanded?: boolean
}

export function FloatingButton({ label, icon, isExpanded, className, ...rest }: Props) {
  const hasText = isExpanded !== undefined
  return (
    <button
      type="button"
      data-floating=""
      {...rest}
      {...(!hasText && { 'aria-label': label, 'data-tip': label })}
      className={clsx(baseClassName, isExpanded && 'pr-5 pl-4', className)}
    >
      {icon}
      {hasText && (
        <span
          className={clsx(
            'overflow-hidden whitespace-nowrap transition-[max-width,padding] duration-220',
            isExpanded ? 'max-w-24 pl-2' : 'max-w-0 pl-0',
          )}
        >
          {label}
        </span>
      )}
    </button>
  )
}
