// The entries of a set list, which are reordered by their handles, and the dialog that changes an entry.

import {
  divideSetlist,
  formatDuration,
  formatPartAfter,
  formatSetlistPart,
  numberSongs,
  type SetlistItem,
} from '@gaffer/domain/set-lists/set-list'
import { clsx } from 'clsx'
import { memo, useId, useMemo, useRef, useState } from 'react'
import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import { Trash2 } from 'lucide-react'
import type { Song } from '#features/songs/queries.ts'
import {
  reorderRowClassNameFor,
  ReorderHandle,
  ReorderHint,
  moveRow,
  formatListPosition,
  useReorder,
} from '#ui/reorder.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { formatMinutesAndSeconds, parseDuration } from '#features/songs/song-length.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { itemDurationSeconds, itemTitle } from './setlist-edit.ts'

type Props = {
  items: readonly SetlistItem[]
  songs: ReadonlyMap<string, Song>
  onReorder: (items: SetlistItem[]) => void
  onOpen: (item: SetlistItem) => void
}

export function SetlistRows({ items, songs, onReorder, onOpen }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const hintId = useId()
  const [announcement, setAnnouncement] = useState('')
  const { listProps, transformOf, isDragged } = useReorder({ list, count: items.length, onMove: move })
  const numbers = numberSongs(items)
  const parts = useMemo(() => divideSetlist(items, [...songs.values()]), [items, songs])
  const [first] = parts

  function move(from: number, to: number) {
    const item = items[from]
    if (!item) return
    onReorder(moveRow(items, from, to))
    setAnnouncement(formatListPosition(itemTitle(item, songs), to, items.length))
  }

  return (
    <>
      {first && <p className="text-sm font-semibold text-muted">{formatSetlistPart(first)}</p>}
      {/* The margin keeps the focused row clear of the bar with the total. */}
      <ol ref={list} {...listProps} aria-label="Set list" className="grid grid-cols-1 [&_button]:scroll-mb-18">
        {items.map((item, index) => (
          <ReorderableRow
            key={item.id}
            item={item}
            partAfter={formatPartAfter(parts, index)}
            title={itemTitle(item, songs)}
            number={numbers[index] ?? null}
            song={item.songId === null ? undefined : songs.get(item.songId)}
            seconds={itemDurationSeconds(item, songs)}
            onOpen={onOpen}
            hintId={hintId}
            transform={transformOf(index)}
            isDragged={isDragged(index)}
          />
        ))}
      </ol>
      <ReorderHint id={hintId} />
      <LiveRegionText text={announcement} className="sr-only" />
    </>
  )
}

type ItemProps = {
  item: SetlistItem
  /** The number and length of the songs after this break, in words; null for an entry that begins no part. */
  partAfter: string | null
  title: string
  number: number | null
  song: Song | undefined
  seconds: number | null
  onOpen: (item: SetlistItem) => void
}

type ReorderableRowProps = ItemProps & { hintId: string; transform: string | undefined; isDragged: boolean }

const ReorderableRow = memo(function ReorderableRow({ hintId, transform, isDragged, ...rest }: ReorderableRowProps) {
  return (
    <li
      style={{ transform }}
      className={clsx(
        '@container flex items-stretch border-b border-hairline bg-bg',
        reorderRowClassNameFor(isDragged),
      )}
    >
      <ReorderHandle title={rest.title} hintId={hintId} />
      <ItemButton {...rest} />
    </li>
  )
})

function ItemButton({ item, partAfter, title, number, song, seconds, onOpen }: ItemProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(item)}
      // At large text sizes the title has a line of its own.
      className="flex min-w-0 flex-1 items-center gap-3 py-2 pr-1 text-left transition-colors hover:bg-lit @max-[15rem]:flex-wrap @max-[15rem]:gap-y-0"
    >
      {number === null ? (
        <span className="min-w-0 flex-1 border-y border-dashed border-control py-1 text-center text-sm font-semibold break-words text-muted">
          {title}
          {item.note && <span className="font-normal"> · {item.note}</span>}
          {partAfter && <span className="block font-normal">{partAfter}</span>}
        </span>
      ) : (
        <>
          <span className="w-6 shrink-0 text-right text-sm text-faint tabular-nums @max-[15rem]:order-1 @max-[15rem]:w-auto">
            {number}
          </span>
          <span className="min-w-0 flex-1 @max-[15rem]:basis-full">
            <span className="block font-semibold break-words">{title}</span>
            {item.note && <span className="block text-sm break-words text-muted">{item.note}</span>}
          </span>
          {song?.key && (
            <span className="shrink-0 text-sm text-muted @max-[15rem]:order-1">
              <span className="sr-only">in </span>
              {song.key}
            </span>
          )}
        </>
      )}
      <span className="w-12 shrink-0 text-right text-sm text-muted tabular-nums @max-[15rem]:order-1 @max-[15rem]:ml-auto">
        {seconds === null ? '' : formatDuration(seconds)}
      </span>
    </button>
  )
}

type EditSetlistItemDialogProps = {
  isOpen: boolean
  item: SetlistItem
  /** The song of the entry; undefined for a break or a line of free text. */
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

/** The dialog for the note, length and text of one entry of a set list. */
export function EditSetlistItemDialog({ isOpen, item, song, onSave, onRemove, onClose }: EditSetlistItemDialogProps) {
  const id = useId()
  const [initialFields] = useState(() => fieldsOf(item))
  const [fields, setFields] = useState(initialFields)
  const { label, note, length } = fields
  const set = (changes: Partial<Fields>) => setFields((last) => ({ ...last, ...changes }))
  const isDirty = JSON.stringify(fields) !== JSON.stringify(initialFields)
  const [isChecked, setChecked] = useState(false)
  const seconds = parseDuration(length)
  const isOwnLine = item.songId === null
  const labelError = isOwnLine && label.trim() === '' ? setlistMessages.setlistItemEmpty : undefined
  const lengthError = seconds === undefined ? songMessages.durationTyped : undefined

  function save() {
    setChecked(true)
    if (labelError !== undefined || seconds === undefined) return
    onSave({ ...item, label: isOwnLine ? label.trim() : null, note: note.trim() || null, durationSeconds: seconds })
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
        {isOwnLine && (
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
