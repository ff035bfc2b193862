// A label that looks like a torn-off strip of gaffer tape.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './tape-label.css'

export function TapeLabel({ children, className }: { children?: ReactNode; className?: string }) {
  return <span className={clsx('tape', className)}>{children}</span>
}
