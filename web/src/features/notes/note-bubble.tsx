// One note as a bubble. The reader's own notes are on the right.

import { canDeleteNote, isWithinEditTime, isWriter } from '@gaffer/domain/notes/access'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Note, Poll } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { formatDayInLondon, formatTime, londonWallClock } from '@gaffer/domain/shared/dates'
import { splitNoteText } from '@gaffer/domain/notes/note-text'
import { clsx } from 'clsx'
import { EllipsisVertical, Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { useNowMs } from '#lib/use-now.ts'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { Button } from '#ui/button.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { NotePoll } from './note-poll.tsx'
import { useDeleteNote, useVote, type NoteThreadKey, useChangeNote } from './queries.ts'
import { findMentionedIds, splitMentions } from './mentions.ts'
import { NoteField } from './note-field.tsx'

/** The member who reads the thread, and all members, to look up the names of writers and voters. */
export type NoteReader = { membershipId: string; isAdmin: boolean; members: readonly Membership[] }

type Props = {
  thread: NoteThreadKey
  note: Note
  reader: NoteReader
  onSeek: ((seconds: number) => void) | undefined
  isEditing: boolean
  onEdit: () => void
  onEditEnd: () => void
  /** Opens the report dialog; null on a server that takes no reports. */
  onReport: ((noteId: string) => void) | null
}

export function NoteBubble({ thread, note, reader, onSeek, isEditing, onEdit, onEditEnd, onReport }: Props) {
  const { membershipId, members } = reader
  const vote = useVote(thread)
  const isOwn = isWriter({ membershipId }, note)
  const writer = members.find(({ id }) => id === note.writtenBy)
  const mentioned = members.filter(({ id }) => note.mentions.includes(id)).map(({ displayName }) => displayName)
  return (
    // With large text on a phone, the text stands beneath the face and the menu.
    <li className={clsx('flex items-start gap-2 @max-[15rem]:flex-wrap', isOwn && 'flex-row-reverse')}>
      {!isOwn && writer && <MemberAvatar member={writer} size="xs" isRound className="mt-1" />}
      <div
        className={clsx(
          'grid max-w-[min(36rem,85%)] min-w-0 grid-cols-1 gap-1.5 rounded-card px-3.5 py-2.5',
          '@max-[15rem]:order-1 @max-[15rem]:max-w-full @max-[15rem]:basis-full',
          isOwn ? 'bg-lit' : 'border border-hairline bg-raised',
          note.poll && 'w-full',
        )}
      >
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <span className="min-w-0 font-semibold break-words text-text">
            {isOwn ? 'You' : (writer?.displayName ?? note.displayName)}
          </span>
          <NoteTime note={note} />
          {note.atSeconds !== null && <SeekButton seconds={note.atSeconds} onSeek={onSeek} />}
        </p>
        {isEditing ? (
          <NoteEditor thread={thread} note={note} members={members} onClose={onEditEnd} />
        ) : (
          <NoteText text={note.text} mentioned={mentioned} />
        )}
        {note.poll && (
          <OfflineSavingProvider>
            <NotePoll
              note={note as Note & { poll: Poll }}
              members={members}
              ownId={membershipId}
              onVote={(choiceIds) => vote.mutate({ note, choiceIds })}
            />
          </OfflineSavingProvider>
        )}
        <WaitingToSendMark subjectId={note.id} />
      </div>
      {note.version > 0 && <NoteActions {...{ thread, note, reader, isOwn, onEdit, onReport }} />}
    </li>
  )
}

function NoteTime({ note }: { note: Note }) {
  const now = useNowMs()
  const at = Date.parse(note.createdAt)
  const { time } = londonWallClock(at)
  return (
    <span>
      <time dateTime={note.createdAt} title={`${formatDayInLondon(note.createdAt)}, ${formatTime(time)}`}>
        {formatRelativeTime(at, now)}
      </time>
      {note.editedAt !== null && ' · changed'}
    </span>
  )
}

function SeekButton({ seconds, onSeek }: { seconds: number; onSeek: Props['onSeek'] }) {
  const wholeSeconds = Math.floor(seconds)
  const label = `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`
  if (!onSeek) return <span>at {label}</span>
  return (
    <button type="button" className="font-semibold text-accent underline" onClick={() => onSeek(seconds)}>
      at {label}
    </button>
  )
}

type ActionProps = Pick<Props, 'thread' | 'note' | 'reader' | 'onEdit' | 'onReport'> & { isOwn: boolean }

function NoteActions({ thread, note, reader, isOwn, onEdit, onReport }: ActionProps) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteNote(thread)
  const now = new Date(useNowMs())
  const access = reader.isAdmin ? 'admin' : 'member'
  const canEdit = isOwn && note.text !== noteMessages.hidden && isWithinEditTime(note, now)
  const canDelete = canDeleteNote({ membershipId: reader.membershipId, access }, note)
  const canReport = !isOwn && onReport !== null
  if (!canEdit && !canDelete && !canReport) return null
  const close = () => setDeleting(false)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={isOwn ? 'More about your note' : `More about the note of ${note.displayName}`}
            icon={<EllipsisVertical aria-hidden="true" className="size-5" />}
          />
        }
      >
        {canEdit && (
          <MenuItem icon={<Pencil aria-hidden="true" className="size-5 shrink-0" />} onSelect={onEdit}>
            Change
          </MenuItem>
        )}
        {canDelete && (
          <MenuItem icon={<Trash2 aria-hidden="true" className="size-5 shrink-0" />} onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        )}
        {canReport && (
          <MenuItem icon={<Flag aria-hidden="true" className="size-5 shrink-0" />} onSelect={() => onReport(note.id)}>
            Report to the people who run this Gaffer
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        isOpen={isDeleting}
        title="Delete this note?"
        text={note.poll ? 'The votes in it go too. This can’t be undone.' : 'This can’t be undone.'}
        confirmLabel="Delete note"
        isBusy={remove.isPending}
        onConfirm={() => void remove.send(note).then(close)}
        onCancel={close}
      />
    </>
  )
}

type NoteEditorProps = { thread: NoteThreadKey; note: Note; members: readonly Membership[]; onClose: () => void }

function NoteEditor({ thread, note, members, onClose }: NoteEditorProps) {
  const [text, setText] = useState(note.text)
  const change = useChangeNote(thread)
  useUnsavedEntries({ isDirty: text !== note.text })
  async function saveChangedNote() {
    if (await change.send({ note, text, mentions: findMentionedIds(text, members) })) onClose()
  }
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void saveChangedNote()
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

type NoteTextProps = { text: string; /** Names of the mentioned members. */ mentioned: readonly string[] }

function NoteText({ text, mentioned }: NoteTextProps) {
  return (
    <p className="break-words whitespace-pre-wrap">
      {splitNoteText(text).map((part, at) =>
        part.href === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no id
          <Mentions key={at} text={part.text} mentioned={mentioned} />
        ) : (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no id
            key={at}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="font-medium break-all underline"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}

function Mentions({ text, mentioned }: NoteTextProps) {
  return splitMentions(text, mentioned).map((part, at) =>
    part.isMention ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no id
      <b key={at}>{part.text}</b>
    ) : (
      part.text
    ),
  )
}
