// A sentence that must be seen, in place, with the action it calls for.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  tone?: 'plain' | 'warn' | 'danger' | 'success'
  icon?: ReactNode
  action?: ReactNode
  children: ReactNode
  role?: 'status' | 'alert'
}

const tones = {
  plain: 'border-l-accent',
  warn: 'border-l-warn',
  danger: 'border-l-danger',
  success: 'border-l-success',
}

export function Banner({ tone = 'plain', icon, action, children, role }: Props) {
  return (
    <div
      role={role}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-l-4 border-hairline bg-surface px-4 py-3',
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  )
}
