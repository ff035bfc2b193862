// Reads the facts that notices of notes contain. The feature `notices` calls `readThreadFacts` through the hook `threadFactsOfCause`.

import { noteThreadPath } from '@gaffer/domain/notes/note-thread-path'
import type { NoteCause, ThreadFacts } from '#features/notices/hooks.ts'
import type { Db } from '#platform/db/connection.ts'
import { threadFactsStore } from './thread-facts-store.ts'

/** Returns null if the subject of the thread is deleted. If `noteId` is set, as for mentions, `newNotes` has only that note. */
export async function readThreadFacts(
  tx: Db,
  { bandId, about, since, noteId }: NoteCause,
): Promise<ThreadFacts | null> {
  const thread = { bandId, subjectId: about.id }
  const { findSubject, listNewNotes, listMembers } = threadFactsStore[about.kind]
  const subject = await findSubject(tx, thread)
  if (!subject) return null
  const newNotes = await listNewNotes(tx, { ...thread, since, noteId })
  return {
    name: subject.name ?? '',
    path: noteThreadPath(about, bandId, subject.eventId),
    newNotes,
    members: await listMembers(tx, thread),
  }
}
