import { limits } from '@gaffer/domain/shared/limits'
import type { ComponentProps } from 'react'
import { TextField } from '#ui/text-field.tsx'

/** Another person's email address, which the browser must not fill in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="off"
      maxLength={limits.emailLength}
      {...props}
    />
  )
}
