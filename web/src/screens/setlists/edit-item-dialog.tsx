// The dialog for the note, length and text of one entry of a set list.

import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import type { SetlistItem } from '@gaffer/domain/set-lists/set-list'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { Song } from '#features/songs/queries.ts'
import { formatMinutesAndSeconds, parseDuration } from '#features/songs/song-length.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'

type Props = {
  isOpen: boolean
  item: SetlistItem
  /** Undefined for a break or an own line. */
  song: Song | undefined
  onSave: (item: SetlistItem) => void
  onRemove: () => void
  onClose: () => void
}

type Fields = { label: string; note: string; length: string }

function fieldsOf({ label, note, durationSeconds }: SetlistItem): Fields {
  return { label: label ?? '', note: note ?? '', length: formatMinutesAndSeconds(durationSeconds) }
}

function lengthHint(song: Song | undefined): string {
  return song?.durationSeconds
    ? `Only for this list. The song lasts ${formatMinutesAndSeconds(song.durationSeconds)}.`
    : 'Minutes and seconds, such as 3:45'
}

export function EditSetlistItemDialog({ isOpen, item, song, onSave, onRemove, onClose }: Props) {
  const id = useId()
  const [before] = useState(() => fieldsOf(item))
  const [fields, setFields] = useState(before)
  const { label, note, length } = fields
  const set = (changes: Partial<Fields>) => setFields((last) => ({ ...last, ...changes }))
  const isDirty = JSON.stringify(fields) !== JSON.stringify(before)
  const [isChecked, setChecked] = useState(false)
  const seconds = parseDuration(length)
  const isLine = item.songId === null
  const labelError = isLine && label.trim() === '' ? setlistMessages.setlistItemEmpty : undefined
  const lengthError = seconds === undefined ? songMessages.durationTyped : undefined

  function save() {
    setChecked(true)
    if (labelError !== undefined || seconds === undefined) return
    onSave({ ...item, label: isLine ? label.trim() : null, note: note.trim() || null, durationSeconds: seconds })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={song?.title ?? item.label ?? 'Song'}
      isDirty={isDirty}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button variant="dangerQuiet" onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-5" />
            Remove
          </Button>
          <Button type="submit" form={id} saves={false}>
            Done
          </Button>
        </div>
      }
    >
      <Form id={id} onSubmit={save}>
        {isLine && (
          <TextField
            label="Text"
            autoComplete="off"
            maxLength={limits.titleLength}
            value={label}
            error={isChecked ? labelError : undefined}
            onChange={({ target }) => set({ label: target.value })}
          />
        )}
        <TextField
          label="Note"
          isOptional
          autoComplete="off"
          maxLength={limits.setlistNoteLength}
          value={note}
          onChange={({ target }) => set({ note: target.value })}
        />
        <TextField
          label="Length"
          isOptional
          hint={lengthHint(song)}
          inputMode="text"
          autoComplete="off"
          value={length}
          error={isChecked ? lengthError : undefined}
          onChange={({ target }) => set({ length: target.value })}
        />
      </Form>
    </Dialog>
  )
}
