import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, inputClassNameFor, type FieldProps } from './field.tsx'

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  isOptional,
  id,
  className,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field {...{ label, isLabelHidden, hint, error, isOptional, id, className }}>
      {(control) => <input type="text" {...rest} {...control} className={clsx(inputClassNameFor(), 'h-12')} />}
    </Field>
  )
}

type TextAreaProps = FieldProps & ComponentProps<'textarea'>

export function TextArea({ label, isLabelHidden, hint, error, isOptional, id, className, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, isLabelHidden, hint, error, isOptional, id, className }}>
      {(control) => <textarea rows={3} {...rest} {...control} className={clsx(inputClassNameFor(), 'min-h-24 py-3')} />}
    </Field>
  )
}
