// The button, and its look for links that act like one. Knows nothing of what it does.

import { clsx } from 'clsx'
import { use, type ComponentProps } from 'react'
import { SavingDisabledContext } from './can-save.ts'
import { Spinner } from './spinner.tsx'
import { showFailure } from './toast-store.ts'

const base =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-control border px-5 py-2.5 text-center text-base font-semibold transition-colors select-none disabled:opacity-60 aria-disabled:opacity-60'

const variants = {
  primary: 'border-transparent bg-text text-bg hover:bg-muted',
  secondary: 'border-control bg-transparent text-text hover:bg-lit',
  quiet: 'border-transparent text-text hover:bg-lit',
  danger: 'border-transparent bg-danger text-bg hover:opacity-90',
  dangerOutline: 'border-danger bg-transparent text-danger hover:bg-lit',
}

type Look = { variant?: keyof typeof variants; isWide?: boolean }

export function buttonClassName({ variant = 'primary', isWide = false }: Look = {}): string {
  return clsx(base, variants[variant], isWide && 'w-full')
}

type Props = ComponentProps<'button'> &
  Look & {
    /** Working on it: keeps its place and focus, ignores presses. */
    isBusy?: boolean
    /** Sends a change. While nothing can be saved, pressing it says why instead. Submit buttons do so by themselves. */
    saves?: boolean
  }

export function Button({
  variant = 'primary',
  isWide = false,
  isBusy = false,
  saves,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  const savingDisabled = use(SavingDisabledContext)
  const reason = (saves ?? rest.type === 'submit') ? savingDisabled : null
  const isOff = isBusy || reason !== null
  return (
    <button
      type="button"
      {...rest}
      {...(reason !== null && { 'data-tip': reason, 'aria-description': reason })}
      className={clsx(buttonClassName({ variant, isWide }), className)}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={
        isOff
          ? (event) => {
              event.preventDefault()
              if (reason !== null) showFailure({ title: reason })
            }
          : onClick
      }
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
