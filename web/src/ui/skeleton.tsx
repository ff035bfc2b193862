// The shape of something that is on its way, seen on every ground. Silent; one status per page says that it loads.

import { clsx } from 'clsx'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-breathe rounded-control bg-text/10', className)} />
}

/** Wraps a page's skeletons and says once, to those who can't see them, that it loads. */
export function SkeletonGroup({ label = 'Loading', children }: { label?: string; children: React.ReactNode }) {
  return (
    <div>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}
