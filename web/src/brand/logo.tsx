// The logo: a G made of one strip of gaffer tape, folded at its corners and torn at its ends, with the product's name beside it.

import { clsx } from 'clsx'

export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className)}>
      <g transform="rotate(-4 16 16)">
        <path
          fill="var(--accent)"
          d="M3 3.5h24.6l1.6 1.4-1.6 1.6 2 1.5-1.4 1.5H9v13h14v-3h-6.4l-1.5-1.5 1.6-1.3-1.8-1.3 1.5-1.4H29v14.5H3z"
        />
        <path opacity=".26" d="M3 3.5h6v6zM3 28.5l6-6v6zM29 28.5l-6-6v6zM29 14l-6 5.5V14z" />
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
