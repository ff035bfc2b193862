// Length, key, tempo, note and writers of a song: shown in its row's details, and edited in a dialog.

import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import type { Song } from '@gaffer/domain/songs/song'
import { formatStalePracticeAge } from '@gaffer/domain/practice/practice-plan'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { useChangeSong } from '#features/songs/queries.ts'
import { useToday } from '#lib/use-now.ts'
import { formatMinutesAndSeconds, parseDuration } from '#features/songs/song-length.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'

export function SongNotes({ song }: { song: Song }) {
  const [isEditing, setEditing] = useState(false)
  const today = useToday()
  const age = formatStalePracticeAge(song.lastPractisedAt, today)
  const facts = [
    song.key && `Key ${song.key}`,
    song.tempo && `${song.tempo} bpm`,
    song.durationSeconds && formatMinutesAndSeconds(song.durationSeconds),
    age && `Last practised ${age}`,
    song.lastPlayedOn && `Last played ${formatLastPlayed(song.lastPlayedOn, today)}`,
  ].filter(Boolean)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="min-h-5 break-words">{facts.length > 0 ? facts.join(' · ') : setlistMessages.songNotesEmpty}</p>
        {(song.isOwn || song.writers) && (
          <p className="break-words text-muted">
            {[song.isOwn && 'Our own song', song.writers && `Written by ${song.writers}`].filter(Boolean).join(' · ')}
          </p>
        )}
        {song.note && <p className="break-words whitespace-pre-wrap text-muted">{song.note}</p>}
      </div>
      <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
        <Pencil aria-hidden="true" className="size-4" />
        Key, tempo, length
      </Button>
      {isEditing && (
        <OfflineSavingProvider>
          <NotesDialog song={song} onClose={() => setEditing(false)} />
        </OfflineSavingProvider>
      )}
    </div>
  )
}

type Fields = { key: string; tempo: string; length: string; note: string; writers: string; isOwn: boolean }

function fieldsOf({ key, tempo, durationSeconds, note, writers, isOwn }: Song): Fields {
  return {
    key: key ?? '',
    tempo: String(tempo ?? ''),
    length: formatMinutesAndSeconds(durationSeconds),
    note: note ?? '',
    writers: writers ?? '',
    isOwn,
  }
}

function NotesDialog({ song, onClose }: { song: Song; onClose: () => void }) {
  const id = useId()
  const { send, isPending } = useChangeSong(song.bandId)
  // The dialog keeps the values that it was opened with.
  const [initialFields] = useState(() => fieldsOf(song))
  const [fields, setFields] = useState(initialFields)
  const [isChecked, setChecked] = useState(false)
  const set = (changes: Partial<Fields>) => setFields((last) => ({ ...last, ...changes }))
  const isChanged = (name: keyof Fields) => fields[name] !== initialFields[name]
  const isDirty = (Object.keys(fields) as (keyof Fields)[]).some(isChanged)
  const durationSeconds = parseDuration(fields.length)
  const tempo = parseTempo(fields.tempo)

  async function save() {
    setChecked(true)
    if (durationSeconds === undefined || tempo === undefined) return
    // Sends only what this member changed: another member may have changed other fields meanwhile.
    const changes = {
      ...(isChanged('key') && { key: fields.key }),
      ...(isChanged('tempo') && { tempo }),
      ...(isChanged('length') && { durationSeconds }),
      ...(isChanged('note') && { note: fields.note }),
      ...(isChanged('writers') && { writers: fields.writers }),
      ...(isChanged('isOwn') && { isOwn: fields.isOwn }),
    }
    if (await send({ song, changes })) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={song.title}
      isDirty={isDirty}
      footer={
        <Button type="submit" form={id} isWide isBusy={isPending}>
          Save
        </Button>
      }
    >
      <Form id={id} onSubmit={save}>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3">
          <TextField
            label="Key"
            autoComplete="off"
            maxLength={limits.songKeyLength}
            value={fields.key}
            onChange={({ target }) => set({ key: target.value })}
          />
          <TextField
            label="Tempo"
            hint="Beats a minute"
            inputMode="numeric"
            autoComplete="off"
            value={fields.tempo}
            error={isChecked && tempo === undefined ? songMessages.tempoInvalid : undefined}
            onChange={({ target }) => set({ tempo: target.value })}
          />
          <TextField
            label="Length"
            hint="Such as 3:45"
            autoComplete="off"
            value={fields.length}
            error={isChecked && durationSeconds === undefined ? songMessages.durationTyped : undefined}
            onChange={({ target }) => set({ length: target.value })}
          />
        </div>
        <TextArea
          label="Note"
          isOptional
          maxLength={limits.songNoteLength}
          value={fields.note}
          onChange={({ target }) => set({ note: target.value })}
        />
        <TextField
          label="Written by"
          isOptional
          hint="Names, with their shares if you like"
          autoComplete="off"
          maxLength={limits.writersLength}
          value={fields.writers}
          onChange={({ target }) => set({ writers: target.value })}
        />
        <Switch
          label="Our own song"
          hint="Gaffer reminds you to report gigs that played it"
          isOn={fields.isOwn}
          onChange={(isOwn) => set({ isOwn })}
        />
      </Form>
    </Dialog>
  )
}

/** "5 Mar", or "5 Mar 2026" for a date in another year than `today`. */
function formatLastPlayed(date: string, today: string): string {
  const [, day, month] = shortDate(date).split(' ')
  return [day, month, date.slice(0, 4) !== today.slice(0, 4) && date.slice(0, 4)].filter(Boolean).join(' ')
}

/** The tempo that was typed: null for an empty text, undefined for a text that is not a tempo. */
function parseTempo(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const tempo = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : Number.NaN
  return tempo >= limits.lowestTempo && tempo <= limits.highestTempo ? tempo : undefined
}
