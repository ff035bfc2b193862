// A message in the flow of the page, with the action that it calls for.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  tone: 'warn' | 'danger' | 'success'
  icon?: ReactNode
  action?: ReactNode
  children: ReactNode
  role?: 'status' | 'alert'
}

const tones = {
  warn: '[--tone:var(--warn)]',
  danger: '[--tone:var(--danger)]',
  success: '[--tone:var(--success)]',
}

export function Banner({ tone, icon, action, children, role }: Props) {
  return (
    <div
      role={role}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-[color-mix(in_srgb,var(--tone)_45%,var(--surface))] bg-[color-mix(in_srgb,var(--tone)_10%,var(--surface))] px-4 py-3',
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  )
}
