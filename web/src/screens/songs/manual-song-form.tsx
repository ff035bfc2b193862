import { limits } from '@gaffer/domain/limits'
import type { NewSong } from '@gaffer/domain/song'
import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '#ui/text-field.tsx'

export type ManualSong = { title: string; artist: string }

type Props = { id: string; form: UseFormReturn<ManualSong, unknown, NewSong>; onSubmit: (song: ManualSong) => void }

export function ManualSongForm({ id, form, onSubmit }: Props) {
  const { errors } = form.formState
  return (
    <form
      id={id}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
    >
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
    </form>
  )
}
