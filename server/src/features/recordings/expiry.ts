// Announces that recordings which no member keeps will be deleted, and deletes them when they expire.

import { randomUUIDv7 } from 'node:crypto'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { formatNotice } from '@gaffer/domain/notices/format-notice'
import { toNoticeDraft } from '#features/notices/notice-draft.ts'
import { storeAndQueueNotices, type NoticeDraftToStore } from '#features/notices/settle.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import {
  deleteExpiredRecordings,
  lockMembersToNotify,
  markExpiryAnnounced,
  maxRecordingsPerBatch,
  type ExpiringRecording,
} from './expiry-store.ts'

type ExpiryServices = Pick<Services, 'db' | 'jobs' | 'config'>

/** Announces and deletes in batches of `maxRecordingsPerBatch`. Ends early when the server stops. */
export async function announceAndDeleteExpiredRecordings(
  services: ExpiryServices,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const announcedCount = await inTransaction(services.db, (tx) => announceExpiry(services, tx))
    if (announcedCount < maxRecordingsPerBatch) break
  }
  while (!stopping.aborted) {
    const { deleted } = await deleteExpiredRecordings(services.db, {})
    if (deleted < maxRecordingsPerBatch) break
  }
}

async function announceExpiry(services: ExpiryServices, tx: Db): Promise<number> {
  const expiring = await markExpiryAnnounced(tx, {})
  if (expiring.length === 0) return 0
  const membersToNotify = await lockMembersToNotify(tx, {
    bandIds: expiring.map(({ bandId }) => bandId),
    ids: expiring.map(({ id }) => id),
  })
  const membersOf = Map.groupBy(membersToNotify, ({ recordingId }) => recordingId)
  const drafts = expiring.flatMap((recording) =>
    (membersOf.get(recording.id) ?? []).map((member) => toDraft(recording, member)),
  )
  await storeAndQueueNotices(services, tx, drafts, tx.clock.now().getTime())
  return expiring.length
}

function toDraft(recording: ExpiringRecording, member: { userId: string }): NoticeDraftToStore {
  const { id, bandId, eventId, name } = recording
  const expiresOn = todayInLondon(recording.expiresAt)
  const words = formatNotice({ kind: 'recording.expiring', recordingName: name, expiresOn }, null)
  return {
    ...toNoticeDraft(
      member,
      'recording.expiring',
      words,
      eventId === null ? { path: 'recordings' } : { event: { id: eventId, isDeleted: false } },
    ),
    bandId,
    causeId: randomUUIDv7(),
    causedBy: null,
    dedupKey: `recording ${id} ${expiresOn}`,
  }
}
