// The shape of something that is on its way, seen on every ground. Silent; one status per page says that it loads.

import { clsx } from 'clsx'
import { useEffect, useState } from 'react'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-breathe rounded-control bg-text/10', className)} />
}

/** Wraps a page's skeletons and says once, to those who can't see them, that it loads. */
export function SkeletonGroup({ label = 'Loading', children }: { label?: string; children: React.ReactNode }) {
  // After the live region is there: a text that comes together with it is not read out.
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(label))
    return () => clearTimeout(timer)
  }, [label])
  return (
    <div>
      <output className="sr-only">{said}</output>
      {children}
    </div>
  )
}
