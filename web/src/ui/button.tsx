// Variants are props and not classes of the caller: which of two conflicting classes wins depends on the order of the style sheet.

import { clsx } from 'clsx'
import { use, type ComponentProps } from 'react'
import { SavingDisabledReasonContext } from './saving-disabled.tsx'
import { Spinner } from './spinner.tsx'
import { showFailureToast } from './toast-store.ts'

const baseClassName =
  'inline-flex items-center justify-center gap-2 rounded-control border py-2.5 text-center font-semibold transition-colors select-none disabled:opacity-60 aria-disabled:opacity-60'

const sizes = {
  sm: 'min-h-11 px-4 text-sm',
  md: 'min-h-12 px-5 text-base',
  /** For two buttons side by side on a phone. */
  narrow: 'min-h-12 px-3 text-base',
  /** For a button in a narrow cell of a table. */
  cell: 'min-h-11 px-1.5 text-xs',
  lg: 'min-h-14 px-8 text-lg',
}

const variants = {
  primary: 'border-transparent bg-text text-bg hover:bg-muted',
  secondary: 'border-control bg-transparent text-text hover:bg-lit',
  quiet: 'border-transparent text-text hover:bg-lit',
  danger: 'border-transparent bg-danger text-bg hover:opacity-90',
  dangerOutline: 'border-danger bg-transparent text-danger hover:bg-lit',
  dangerQuiet: 'border-transparent text-danger hover:bg-lit',
}

type ButtonLook = {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
  isWide?: boolean | undefined
}

/** The classes of links that look like a button. */
export function buttonClassNameFor({ variant = 'primary', size = 'md', isWide }: ButtonLook = {}): string {
  return clsx(baseClassName, variants[variant], sizes[size], isWide && 'w-full')
}

type Props = ComponentProps<'button'> &
  ButtonLook & {
    /** The button stays focusable and ignores presses. */
    isBusy?: boolean
    /** The button sends a change: while saving is disabled, a press shows the reason instead. True by default for submit buttons. */
    saves?: boolean
  }

export function Button({ variant, size, isWide, isBusy = false, saves, className, children, onClick, ...rest }: Props) {
  const savingDisabled = use(SavingDisabledReasonContext)
  const reason = (saves ?? rest.type === 'submit') ? savingDisabled : null
  const isOff = isBusy || reason !== null
  return (
    <button
      type="button"
      {...rest}
      {...(reason !== null && { 'data-tip': reason, 'aria-description': reason })}
      className={clsx(buttonClassNameFor({ variant, size, isWide }), className)}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={
        isOff
          ? (event) => {
              event.preventDefault()
              if (reason !== null) showFailureToast({ title: reason })
            }
          : onClick
      }
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
