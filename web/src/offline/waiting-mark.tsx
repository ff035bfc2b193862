// Marks an event or a song that has a change in the outbox. `about` is its id.

import { Clock } from 'lucide-react'
import { clsx } from 'clsx'
import { useSyncExternalStore } from 'react'
import { hasWaitingChange, onOutboxStateChange } from './outbox-state.ts'

export function WaitingToSendMark({ about, className }: { about: string; className?: string }) {
  const isShown = useSyncExternalStore(onOutboxStateChange, () => hasWaitingChange(about))
  if (!isShown) return null
  return (
    <span className={clsx('inline-flex items-center gap-1.5 text-sm font-semibold text-warn', className)}>
      <Clock aria-hidden="true" className="size-4 shrink-0" />
      Waiting to send
    </span>
  )
}
