// A picture, or a coloured tile with an icon where there is none or it does not come. Decoration: the name always stands beside it.

import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { readableTextColor } from './readable-text-color.ts'

type Props = { src: string | null; color: string; children: ReactNode; className?: string }

export function Avatar({ src, color, children, className }: Props) {
  const look = clsx('size-11 shrink-0 overflow-hidden rounded-control', className)
  const [missing, setMissing] = useState<string | null>(null)
  if (src && src !== missing) {
    const picture = clsx(look, 'object-cover')
    return <img src={src} alt="" width={44} height={44} className={picture} onError={() => setMissing(src)} />
  }
  return (
    <span
      aria-hidden="true"
      className={clsx(look, 'grid place-content-center font-bold')}
      style={{ backgroundColor: color, color: readableTextColor(color) }}
    >
      {children}
    </span>
  )
}
