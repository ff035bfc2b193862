// Marks an object, such as an event or a song, that has a change waiting to be sent.

import { Clock } from 'lucide-react'
import { clsx } from 'clsx'
import { useSyncExternalStore } from 'react'
import { hasWaitingChange, onOutboxStateChange } from './outbox-state.ts'

type Props = {
  /** The id of the marked object. */
  subjectId: string
  /** Shows only the clock, and the words to screen readers: the mark then fits beside other text, and shifts nothing when it appears. */
  isSmall?: boolean
  className?: string
}

export function WaitingToSendMark({ subjectId, isSmall = false, className }: Props) {
  const isShown = useSyncExternalStore(onOutboxStateChange, () => hasWaitingChange(subjectId))
  if (!isShown) return null
  return (
    <span className={clsx('inline-flex items-center gap-1.5 text-sm font-semibold text-warn', className)}>
      <Clock aria-hidden="true" className="size-4 shrink-0" />
      <span className={isSmall ? 'sr-only' : undefined}>Waiting to send</span>
    </span>
  )
}
