// PictureInput as the field `avatarUrl` of a form.

import type { ReactNode } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { PictureInput } from './picture-input.tsx'

type Props<Fields extends FieldValues, Stored> = {
  control: Control<Fields, unknown, Stored>
  label: string
  color: string
  children: ReactNode
}

export function AvatarField<Fields extends { avatarUrl?: string | null | undefined }, Stored>({
  control,
  ...look
}: Props<Fields, Stored>) {
  const { field, fieldState } = useController({ control, name: 'avatarUrl' as FieldPath<Fields> })
  return (
    <PictureInput {...look} value={field.value ?? null} onChange={field.onChange} error={fieldState.error?.message} />
  )
}
