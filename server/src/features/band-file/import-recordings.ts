// Inserts the files of an imported band, and its recordings with their marks.

import { randomUUIDv7 } from 'node:crypto'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import type { Db } from '#platform/db/connection.ts'
import { insertFiles } from './import-store.ts'
import type { ImportedFiles } from './imported-files.ts'
import { insertRecordingMarks, insertRecordings } from './recording-store.ts'

export async function writeFiles(
  tx: Db,
  bandId: string,
  { chartVersions, recordings, receipts }: ImportedFiles,
): Promise<void> {
  const all = [chartVersions, recordings, receipts].flatMap((ofKind) => [...ofKind.values()])
  const byId = new Map(all.map((file) => [file.id, file]))
  await insertFiles(tx, bandId, [...byId.values()])
}

type IdMappers = Record<'members' | 'songs' | 'events' | 'recordings', (id: string) => string>

/** Inserts the recordings whose files are stored. Returns the notes of the file, without notes of skipped recordings. */
export async function writeRecordings(
  tx: Db,
  bandId: string,
  { recordings, notes }: BandFile,
  newIdOf: IdMappers,
  files: ImportedFiles,
): Promise<BandFile['notes']> {
  const rows = recordings.flatMap((recording) => {
    const { id, eventId, uploadedByMembershipId } = recording
    const file = files.recordings.get(id)
    if (!file) return []
    return [
      {
        ...recording,
        id: newIdOf.recordings(id),
        eventId: eventId && newIdOf.events(eventId),
        uploadedBy: uploadedByMembershipId && newIdOf.members(uploadedByMembershipId),
        fileId: file.id,
        bytes: file.bytes,
        seconds: file.seconds ?? recording.seconds,
      },
    ]
  })
  await insertRecordings(tx, bandId, rows)
  const stored = recordings.filter(({ id }) => files.recordings.has(id))
  const marks = stored.flatMap(({ id, marks: ofRecording }) =>
    ofRecording.map(({ songId, atSeconds }) => ({
      recordingId: newIdOf.recordings(id),
      id: randomUUIDv7(),
      songId: newIdOf.songs(songId),
      atSeconds,
    })),
  )
  await insertRecordingMarks(tx, bandId, marks)
  return notes.filter(({ about }) => about.kind !== 'recording' || files.recordings.has(about.id))
}
