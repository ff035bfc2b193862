import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export function Badge({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center rounded-chip border border-control px-1.5 text-xs font-semibold whitespace-nowrap text-muted',
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A dot beside an item that is not read yet. `label` is for screen readers. */
export function UnreadDot({ label }: { label: string }) {
  return (
    <span className="inline-block size-2.5 shrink-0 rounded-full border-5 border-accent">
      <span className="sr-only">{label}</span>
    </span>
  )
}
