import type { ComponentProps, FormEvent } from 'react'

type Props = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & {
  /** Checks and saves the values. It may be the result of React Hook Form's `handleSubmit`. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/** A form that shows its own error messages instead of the browser's. After a submit, the first field with an error gets the focus. */
export function Form({ className = 'grid grid-cols-1 gap-4', onSubmit, ...rest }: Props) {
  return (
    <form
      {...rest}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        // In a dialog that another form opened, the event would reach that form too.
        event.stopPropagation()
        const form = event.currentTarget
        const focused = document.activeElement
        onSubmit(event)
        // Waits until React has rendered the errors.
        setTimeout(() => document.activeElement === focused && focusFirstInvalid(form))
      }}
    />
  )
}

function focusFirstInvalid(form: HTMLFormElement): void {
  const selector = '[aria-invalid=true]'
  if (!document.activeElement?.matches(selector)) form.querySelector<HTMLElement>(selector)?.focus()
}
