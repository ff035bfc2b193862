import type { Membership } from '@gaffer/domain/bands/member'
import type { Note } from '@gaffer/domain/notes/note'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { mentionsIn } from './mentions.ts'
import { NoteField } from './note-field.tsx'
import { useChangeNote, type NoteThreadKey } from './queries.ts'

type Props = { thread: NoteThreadKey; note: Note; members: readonly Membership[]; onClose: () => void }

export function NoteEditor({ thread, note, members, onClose }: Props) {
  const [text, setText] = useState(note.text)
  const change = useChangeNote(thread)
  useUnsavedEntries({ isDirty: text !== note.text })
  async function save() {
    if (await change.send({ note, text, mentions: mentionsIn(text, members) })) onClose()
  }
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <NoteField label="Change the note" text={text} members={members} onChange={setText} hasFocus />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="sm" isBusy={change.isPending} disabled={text.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  )
}
