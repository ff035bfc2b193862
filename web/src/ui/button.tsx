// The button, and its look for links that act like one. Knows nothing of what it does.

import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

export const buttonLook = cva(
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 py-2.5 text-center text-base font-semibold transition-colors select-none aria-disabled:opacity-60 disabled:opacity-60',
  {
    variants: {
      variant: {
        primary: 'border border-transparent bg-text text-bg hover:bg-muted',
        secondary: 'border border-control bg-transparent text-text hover:bg-raised',
        quiet: 'border border-transparent text-text hover:bg-raised',
        danger: 'border border-transparent bg-danger text-bg hover:opacity-90',
        accent: 'border border-transparent bg-accent text-bg hover:opacity-90',
      },
      isWide: { true: 'w-full' },
    },
    defaultVariants: { variant: 'primary' },
  },
)

type Props = ComponentProps<'button'> &
  VariantProps<typeof buttonLook> & {
    /** Working on it: keeps its place and focus, ignores presses. */
    isBusy?: boolean
  }

export function Button({ variant, isWide, isBusy = false, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(buttonLook({ variant, isWide }), className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
