// The mark: a G of one strip of gaffer tape, folded at its corners and torn at its ends; and the name beside it.

import { clsx } from 'clsx'

export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className)}>
      <g fill="var(--mark, var(--accent))">
        <path d="M2 3h25.4l1.8 1.3-1.5 1.6 2 1.7-1.7 1.5.9 1.4H2z" />
        <path d="M2 3h7.5v26H2z" />
        <path d="M2 21.5h28V29H2z" />
        <path d="M22.5 14.5H30V29h-7.5z" />
        <path d="M30 14.5H16.2l-1.3 1.4 1.6 1.3-1.9 1.6 1.6 1.5-.8 1.7H30z" />
      </g>
      <g fill="#000" opacity=".3">
        <path d="M2 10.5 9.5 3v7.5zM2 21.5 9.5 29v-7.5zM22.5 29v-7.5L30 29zM22.5 22v-7.5L30 22z" opacity=".9" />
      </g>
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5 text-xl font-bold tracking-tight', className)}>
      <LogoMark />
      Gaffer
    </span>
  )
}
