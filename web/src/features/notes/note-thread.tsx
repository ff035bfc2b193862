// The notes of a thread, oldest first. Earlier pages are loaded on request.

import type { Note } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { useEffect, useRef, useState } from 'react'
import { QueryState } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NoteBubble, type NoteReader } from './note-bubble.tsx'
import { useReports } from './use-reports.tsx'
import { useMarkNotesRead, useNotes, type NoteThreadKey } from './queries.ts'

type Props = {
  thread: NoteThreadKey
  notes: readonly Note[]
  reader: NoteReader
  hasUnread: boolean
  onSeek: ((seconds: number) => void) | undefined
}

export function NoteThread({ thread, notes, reader, hasUnread, onSeek }: Props) {
  // A note in the outbox has version 0. The server does not have it yet, so it cannot be marked as read.
  const newest = notes.findLast(({ version }) => version > 0)
  const end = useMarkReadWhenSeen(thread, hasUnread ? newest?.id : undefined)
  const { report, reportDialog } = useReports(thread.bandId, 'note')
  return (
    <>
      {notes.length === 0 && <p className="text-muted">{noteMessages.noNotes[thread.about.kind]}</p>}
      <NotesPage {...{ thread, notes, reader, onSeek }} onReport={report} />
      {notes.length > 0 && <div ref={end} />}
      {reportDialog}
    </>
  )
}

type PageProps = Pick<Props, 'thread' | 'notes' | 'reader' | 'onSeek'> & {
  /** Opens the report dialog; null on a server that takes no reports. */
  onReport: ((noteId: string) => void) | null
}

/** One page of notes, with a button to show the previous page above it. */
function NotesPage({ notes, ...props }: PageProps) {
  const [isEarlierShown, setEarlierShown] = useState(false)
  const [first] = notes
  /** The notes that are being changed. They stay on screen if another member deletes them, so that the typed text is not lost. */
  const [editedNotes, setEditedNotes] = useState<readonly Note[]>([])
  const deletedNotes = editedNotes.filter((one) => notes.every(({ id }) => id !== one.id))
  const shown = deletedNotes.length === 0 ? notes : [...notes, ...deletedNotes].toSorted(compareAge)
  return (
    <>
      {first && isEarlierShown && <EarlierPage {...props} before={first.id} />}
      {!isEarlierShown && notes.length >= limits.notesShown && (
        <Button variant="quiet" size="sm" className="justify-self-center" onClick={() => setEarlierShown(true)}>
          Show earlier notes
        </Button>
      )}
      {shown.length > 0 && (
        <ol className="@container grid grid-cols-1 gap-3">
          {shown.map((note) => (
            <NoteBubble
              key={note.id}
              {...props}
              note={note}
              isEditing={editedNotes.some(({ id }) => id === note.id)}
              onEdit={() => setEditedNotes([...editedNotes, note])}
              onEditEnd={() => setEditedNotes(editedNotes.filter(({ id }) => id !== note.id))}
            />
          ))}
        </ol>
      )}
    </>
  )
}

function compareAge(one: Note, other: Note): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt)
}

function EarlierPage({ before, ...props }: Omit<PageProps, 'notes'> & { before: string }) {
  const page = useNotes(props.thread, before)
  return (
    <QueryState query={page} fallback={noteMessages.notesNotRead} loading={<Skeleton className="h-24" />}>
      {({ notes }) => <NotesPage {...props} notes={notes} />}
    </QueryState>
  )
}

/** Returns a ref for the end of the thread. Once it is on screen, the notes up to `upTo` (undefined if all are read) are marked as read. */
function useMarkReadWhenSeen(thread: NoteThreadKey, upTo: string | undefined) {
  const end = useRef<HTMLDivElement>(null)
  const { mutate } = useMarkNotesRead(thread)
  useEffect(() => {
    const element = end.current
    if (!element || upTo === undefined) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting) || document.hidden) return
      observer.disconnect()
      mutate(upTo)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [mutate, upTo])
  return end
}
