// Reads the recordings and notes for a band file. References to members, songs and events that are not in the file become null or are left
// out.

import { runHeavyReadSlice } from '#http/limits/heavy-reads.ts'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { listExportedNotesAfter } from './export-store.ts'
import { listExportedRecordings } from './recording-store.ts'

type ExportedIds = Record<'members' | 'songs' | 'setlists' | 'events', ReadonlySet<string>>

/** Yields the recordings, and adds their ids to `recordingIds`. */
export async function* readRecordings(
  db: Db,
  { bandId }: MemberContext,
  ids: ExportedIds,
  recordingIds: Set<string>,
): AsyncGenerator<object[]> {
  const rows = await runHeavyReadSlice(() => listExportedRecordings(db, { bandId }))
  for (const { id } of rows) recordingIds.add(id)
  yield rows.map((recording) => ({
    ...recording,
    eventId: toExportedId(ids.events, recording.eventId),
    uploadedByMembershipId: toExportedId(ids.members, recording.uploadedByMembershipId),
    marks: recording.marks.filter(({ songId }) => ids.songs.has(songId)),
  }))
}

const notesPerPage = 500

export async function* readNotes(
  db: Db,
  { bandId }: MemberContext,
  ids: ExportedIds & { recordings: ReadonlySet<string> },
): AsyncGenerator<object[]> {
  const subjects = { event: ids.events, song: ids.songs, setlist: ids.setlists, recording: ids.recordings }
  for (let after = { subjectId: '00000000-0000-0000-0000-000000000000', position: 0 }; ;) {
    const rows = await runHeavyReadSlice(() => listExportedNotesAfter(db, { bandId, ...after, maxRows: notesPerPage }))
    yield rows.filter(({ about }) => subjects[about.kind].has(about.id)).map((note) => toFileNote(note, ids))
    const last = rows.at(-1)
    if (!last || rows.length < notesPerPage) return
    after = { subjectId: last.about.id, position: last.position }
  }
}

function toFileNote(
  note: Awaited<ReturnType<typeof listExportedNotesAfter>>[number],
  { members }: ExportedIds,
): object {
  const { position: _, membershipId, mentions, poll, ...kept } = note
  const keepExportedMembers = (ids: readonly string[]) => ids.filter((id) => members.has(id))
  return {
    ...kept,
    membershipId: toExportedId(members, membershipId),
    mentions: keepExportedMembers(mentions),
    poll: poll && {
      ...poll,
      choices: poll.choices.map(({ label, membershipIds }) => ({
        label,
        membershipIds: keepExportedMembers(membershipIds),
      })),
    },
  }
}

export function toExportedId(ids: ReadonlySet<string>, id: string | null): string | null {
  return id !== null && ids.has(id) ? id : null
}
