import { limits } from '@gaffer/domain/shared/limits'
import type { ParsedSong } from '@gaffer/domain/songs/song'
import type { UseFormReturn } from 'react-hook-form'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

export type ManualSong = { title: string; artist: string }

type Props = { id: string; form: UseFormReturn<ManualSong, unknown, ParsedSong>; onSubmit: (song: ManualSong) => void }

export function ManualSongForm({ id, form, onSubmit }: Props) {
  const { errors } = form.formState
  return (
    <Form id={id} onSubmit={form.handleSubmit(onSubmit)}>
      <TextField
        label="Title"
        autoComplete="off"
        maxLength={limits.titleLength}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextField
        label="Artist"
        autoComplete="off"
        maxLength={limits.titleLength}
        error={errors.artist?.message}
        {...form.register('artist')}
      />
    </Form>
  )
}
