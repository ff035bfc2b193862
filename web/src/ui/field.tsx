// Label, hint and error of a form control, associated with it for assistive technology.

import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

/** The props of every field besides the attributes of its control. */
export type FieldProps = {
  label: string
  /** Hides the label, because the surroundings of the field show its meaning. Screen readers still read the label. */
  isLabelHidden?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
}

/** The attributes to spread on the control. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type Props = FieldProps & {
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** The classes of text inputs, text areas and selects. `padding` leaves room for icons and buttons at the sides. */
export const inputClassNameFor = (padding = 'px-3.5') =>
  `w-full scroll-my-9 rounded-control border border-control bg-sunken light:bg-surface ${padding} text-base text-text placeholder:text-faint transition-colors focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60`

export function Field({ label, isLabelHidden, hint, error, isOptional, id: givenId, className, children }: Props) {
  const ownId = useId()
  const id = givenId ?? ownId
  const descriptionIds = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={clsx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label
        htmlFor={id}
        className={
          isLabelHidden
            ? 'sr-only'
            : 'flex flex-wrap items-baseline justify-between gap-x-2 text-sm font-medium text-text'
        }
      >
        {label}
        {isOptional && <span className="font-normal text-faint">Optional</span>}
      </label>
      {children({ id, 'aria-describedby': descriptionIds || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
