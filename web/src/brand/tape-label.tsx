// A strip of gaffer tape, torn off by hand, with words on it.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './tape-label.css'

export function TapeLabel({ children, className }: { children?: ReactNode; className?: string }) {
  return <span className={clsx('tape', className)}>{children}</span>
}
