// The notes about an event, a song, a set list or a recording: the thread, and the form that writes a note.

import type { NoteSubject } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { BellOff, BellRing } from 'lucide-react'
import { useId } from 'react'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { NoteComposer } from './note-composer.tsx'
import { NoteThread } from './note-thread.tsx'
import { useMuteNotes, useNotes } from './queries.ts'

export type NotesProps = {
  bandId: string
  /** The id of the reader's membership. */
  membershipId: string
  isAdmin: boolean
  about: NoteSubject
  /** The name of the event, song, set list or recording that the notes are about. */
  name: string
  noteCount: number
  hasUnreadNotes: boolean
  /** Only for a recording: the second at which a new note is pinned. `onSeek` handles a press on the second of a note. */
  atSeconds?: number | null
  onSeek?: ((seconds: number) => void) | undefined
}

/** With `isWithinSection` the heading is an h3, such as below one recording of a list. */
export function NotesSection({
  bandId,
  about,
  name,
  isWithinSection,
  ...props
}: NotesProps & { isWithinSection?: boolean }) {
  const { membershipId, isAdmin, hasUnreadNotes, atSeconds = null, onSeek } = props
  const key = { bandId, about, name }
  const headingId = useId()
  const thread = useNotes(key)
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } }).data ?? []
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-3">
      <div className="flex min-h-11 items-center justify-between gap-3">
        {isWithinSection ? (
          <h3 id={headingId} className="font-bold">
            Notes<span className="sr-only"> about {name}</span>
          </h3>
        ) : (
          <h2 id={headingId} className="text-lg font-bold">
            Notes
          </h2>
        )}
        {thread.data && <MuteButton thread={key} isMuted={thread.data.isMuted} />}
      </div>
      <QueryState
        query={thread}
        fallback={noteMessages.notesNotRead}
        loading={
          <SkeletonGroup label="Loading the notes">
            <Skeleton className="h-24" />
          </SkeletonGroup>
        }
      >
        {({ notes }) => (
          <NoteThread
            thread={key}
            notes={notes}
            reader={{ membershipId, isAdmin, members }}
            hasUnread={hasUnreadNotes}
            onSeek={onSeek}
          />
        )}
      </QueryState>
      <OfflineSavingProvider>
        <NoteComposer thread={key} membershipId={membershipId} members={members} atSeconds={atSeconds} />
      </OfflineSavingProvider>
    </section>
  )
}

function MuteButton({
  thread,
  isMuted,
}: {
  thread: { bandId: string; about: NoteSubject; name: string }
  isMuted: boolean
}) {
  const muteNotes = useMuteNotes(thread)
  const Icon = isMuted ? BellOff : BellRing
  return (
    <IconButton
      label={isMuted ? 'Muted: tell me of new notes again' : 'Mute: do not tell me of new notes here'}
      aria-pressed={isMuted}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={() => muteNotes.mutate(!isMuted)}
    />
  )
}
