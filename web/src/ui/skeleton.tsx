// Skeletons are hidden from screen readers. One SkeletonGroup per page announces the loading.

import { clsx } from 'clsx'
import { useEffect, useState } from 'react'

type Props = { isCard?: boolean; className?: string }

export function Skeleton({ isCard = false, className }: Props) {
  const shape = isCard ? 'rounded-card' : 'rounded-control'
  return <div aria-hidden="true" className={clsx('animate-breathe bg-text/10', shape, className)} />
}

/** Announces once, for screen readers, that the content of its skeletons is loading. */
export function SkeletonGroup({ label = 'Loading', children }: { label?: string; children: React.ReactNode }) {
  // A live region that is mounted together with its text is not read out.
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(label))
    return () => clearTimeout(timer)
  }, [label])
  return (
    <div>
      <output className="sr-only">{announcement}</output>
      {children}
    </div>
  )
}
