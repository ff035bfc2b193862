// The notes of a thread, oldest first. Earlier pages are loaded on request.

import type { Note } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { useEffect, useRef, useState } from 'react'
import { QueryState } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NoteBubble, type NoteReader } from './note-bubble.tsx'
import { useMarkNotesRead, useNotes, type NoteThreadKey } from './queries.ts'

type Props = {
  thread: NoteThreadKey
  notes: readonly Note[]
  reader: NoteReader
  hasUnread: boolean
  onSeek: ((seconds: number) => void) | undefined
}

export function NoteThread({ thread, notes, reader, hasUnread, onSeek }: Props) {
  // A note that waits to be sent has version 0.
  const newest = notes.findLast(({ version }) => version > 0)
  const end = useMarkReadWhenSeen(thread, hasUnread ? newest?.id : undefined)
  if (notes.length === 0) return <p className="text-muted">{noteMessages.noNotes[thread.about.kind]}</p>
  return (
    <>
      <NotesPage {...{ thread, notes, reader, onSeek }} />
      <div ref={end} />
    </>
  )
}

type PageProps = Pick<Props, 'thread' | 'notes' | 'reader' | 'onSeek'>

/** One page of notes, with a button to show the previous page above it. */
function NotesPage({ notes, ...props }: PageProps) {
  const [isEarlierShown, setEarlierShown] = useState(false)
  const [first] = notes
  return (
    <>
      {first && isEarlierShown && <EarlierPage {...props} before={first.id} />}
      {!isEarlierShown && notes.length >= limits.notesShown && (
        <Button variant="quiet" size="sm" className="justify-self-center" onClick={() => setEarlierShown(true)}>
          Show earlier notes
        </Button>
      )}
      <ol className="@container grid grid-cols-1 gap-3">
        {notes.map((note) => (
          <NoteBubble key={note.id} {...props} note={note} />
        ))}
      </ol>
    </>
  )
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
