// Inserts the notes of an imported band, with their votes. The notes count as read by every member.

import { randomUUIDv7 } from 'node:crypto'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import type { Db } from '#platform/db/connection.ts'
import { insertNotes, insertVotes, updateNoteCounts } from './import-store.ts'

type IdMapper = (id: string) => string
type IdMappers = Record<'members' | 'songs' | 'setlists' | 'events' | 'recordings', IdMapper>

/** `ownMemberId` is the caller's member id in the file; null if the caller is not a member in the file. */
export async function writeNotes(
  tx: Db,
  { bandId, userId }: { bandId: string; userId: string },
  { notes }: Pick<BandFile, 'notes'>,
  { newIdOf, ownMemberId }: { newIdOf: IdMappers; ownMemberId: string | null },
): Promise<void> {
  const positions = new Map<string, number>()
  const rowsAndChoices = notes.map(({ about, membershipId, displayName, mentions, poll, ...note }) => {
    const position = (positions.get(about.id) ?? 0) + 1
    positions.set(about.id, position)
    const isOwn = membershipId !== null && membershipId === ownMemberId
    const choices = (poll?.choices ?? []).map((choice) => ({ ...choice, id: randomUUIDv7() }))
    return {
      choices,
      row: {
        ...note,
        id: randomUUIDv7(),
        eventId: about.kind === 'event' ? newIdOf.events(about.id) : null,
        songId: about.kind === 'song' ? newIdOf.songs(about.id) : null,
        setlistId: about.kind === 'setlist' ? newIdOf.setlists(about.id) : null,
        recordingId: about.kind === 'recording' ? newIdOf.recordings(about.id) : null,
        position,
        writtenBy: membershipId && newIdOf.members(membershipId),
        userId: isOwn ? userId : null,
        // Shown as the author until a member fills the author's card.
        memberName: isOwn ? null : displayName,
        mentions: mentions.map(newIdOf.members),
        poll: poll && { ...poll, choices: choices.map(({ id, label }) => ({ id, label })) },
      },
    }
  })
  await insertNotes(
    tx,
    bandId,
    rowsAndChoices.map(({ row }) => row),
  )
  await insertVotes(
    tx,
    bandId,
    rowsAndChoices.flatMap(({ row, choices }) => toVoteRows(row.id, choices, newIdOf.members)),
  )
  await updateNoteCounts(tx, { bandId })
}

function toVoteRows(
  noteId: string,
  choices: readonly { id: string; membershipIds: readonly string[] }[],
  members: IdMapper,
): object[] {
  const voters = new Set(choices.flatMap(({ membershipIds }) => membershipIds))
  return [...voters].map((voter) => ({
    noteId,
    membershipId: members(voter),
    choiceIds: choices.filter(({ membershipIds }) => membershipIds.includes(voter)).map(({ id }) => id),
  }))
}
