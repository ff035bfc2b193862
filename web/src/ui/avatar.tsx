// A picture, or a coloured tile with an icon or a letter where there is none or it can't be loaded. Decorative: the
// name is always shown beside it.

import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { readableTextColorOn } from '@gaffer/domain/shared/readable-color'

const sizes = {
  xs: 'size-8',
  sm: 'size-10',
  md: 'size-11',
  lg: 'size-12 text-xl',
  xl: 'size-14 text-2xl',
  heading: 'size-14 text-2xl xl:size-16',
  upload: 'size-20 text-3xl',
  /** For the top bar. In px, so that it does not grow with the text, which needs the space at large sizes. */
  bar: 'size-[36px] text-[16px]',
}

export type AvatarSize = keyof typeof sizes

type Props = {
  src: string | null
  color: string
  children: ReactNode
  size?: AvatarSize
  isRound?: boolean
  className?: string
}

export function Avatar({ src, color, children, size = 'md', isRound = false, className }: Props) {
  const baseClassName = clsx(
    'shrink-0 overflow-hidden',
    sizes[size],
    isRound ? 'rounded-full' : 'rounded-control',
    className,
  )
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (src && src !== failedSrc) {
    const pictureClassName = clsx(baseClassName, 'object-cover')
    return (
      <img src={src} alt="" width={44} height={44} className={pictureClassName} onError={() => setFailedSrc(src)} />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={clsx(baseClassName, 'grid place-content-center font-bold')}
      style={{ backgroundColor: color, color: readableTextColorOn(color) }}
    >
      {children}
    </span>
  )
}
