// The background of the public pages: near-black, lit by three lamps from above.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './spotlight-background.css'

export function SpotlightBackground({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={clsx('stage relative min-h-dvh overflow-x-clip bg-bg pt-safe pb-safe', className)}>{children}</div>
  )
}
