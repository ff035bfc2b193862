import type { ComponentProps, FormEvent } from 'react'

type Props = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & {
  /** Checks and saves the values. It may be the result of React Hook Form's `handleSubmit`. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/** A form that shows its own error messages instead of the browser's. */
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
        onSubmit(event)
      }}
    />
  )
}
