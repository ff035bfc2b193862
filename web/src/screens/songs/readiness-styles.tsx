// Icon and colour of each readiness status. Neither stands without the status in words.

import { readinessLabels, type ReadinessStatus } from '@gaffer/domain/song'
import { clsx } from 'clsx'
import { Circle, CircleCheckBig, Contrast, type LucideIcon } from 'lucide-react'

const icons: Record<ReadinessStatus, LucideIcon> = { red: Circle, amber: Contrast, green: CircleCheckBig }

export const readinessText: Record<ReadinessStatus, string> = {
  red: 'text-danger',
  amber: 'text-warn',
  green: 'text-success',
}

/** Sets --tone, for `color-mix`. */
export const readinessTone: Record<ReadinessStatus, string> = {
  red: '[--tone:var(--danger)]',
  amber: '[--tone:var(--warn)]',
  green: '[--tone:var(--success)]',
}

export function ReadinessIcon({ status, className }: { status: ReadinessStatus; className?: string }) {
  const Icon = icons[status]
  const look = clsx('shrink-0', status === 'amber' && '[&>path]:fill-current', className ?? 'size-5')
  return <Icon aria-hidden="true" className={look} />
}

export function ReadinessFeedback({ status, className }: { status: ReadinessStatus; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold', readinessText[status], className)}>
      <ReadinessIcon status={status} className="size-4.5" />
      {readinessLabels[status]}
    </span>
  )
}
