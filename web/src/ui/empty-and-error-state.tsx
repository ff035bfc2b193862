// The states of a page without content: there is none yet, or it could not be loaded.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { cardClassName } from './card.tsx'
import { Button } from './button.tsx'

type EmptyProps = { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode }

export function EmptyState({ icon, title, text, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card border border-dashed border-control px-6 py-10 text-center">
      {icon && <div className="mb-1 text-faint">{icon}</div>}
      <p className="text-lg font-semibold">{title}</p>
      {text && <p className="max-w-sm text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

type ErrorProps = { title?: string | undefined; text: string; onRetry: () => void; isRetrying?: boolean }

export function ErrorState({ title = 'Something went wrong', text, onRetry, isRetrying = false }: ErrorProps) {
  // Leaves the title out if the text begins with the same words.
  const isTitled = !text.startsWith(title)
  return (
    <div role="alert" className={`${cardClassName} grid justify-items-center gap-2 px-6 py-10 text-center`}>
      {isTitled && <p className="text-lg font-semibold">{title}</p>}
      <p className={clsx('max-w-sm', isTitled ? 'text-muted' : 'text-lg font-semibold')}>{text}</p>
      <Button className="mt-3" onClick={onRetry} isBusy={isRetrying}>
        Try again
      </Button>
    </div>
  )
}
