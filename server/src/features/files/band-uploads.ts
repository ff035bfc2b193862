// Uploads of a band's members: charts, recordings and receipts. They count towards the band's storage at their announced length.

import { fileMessages } from '@gaffer/domain/files/file-messages'
import { maxUploadBytes, UploadMetadata, type UploadPurpose } from '@gaffer/domain/files/upload'
import { limits } from '@gaffer/domain/shared/limits'
import { notFoundError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { lockStorage, refuseOverStorage } from './service.ts'
import { deleteUpload, findUpload, insertUpload, markUploadFinished, readUploadState } from './store.ts'
import { refuseOverDailyBytes, refuseTooManyUnfinished, type UploadRows } from './uploads.ts'

export function createMemberUploadRows(services: Services): UploadRows<MemberContext, UploadPurpose> {
  const { db } = services
  return {
    metadata: UploadMetadata,
    maxBytesOf: (purpose) => maxUploadBytes[purpose],
    pathOf: ({ bandId }, uploadId) => `/api/bands/${bandId}/uploads/${uploadId}`,
    async add(tx, member, upload) {
      await lockStorage(tx, member)
      const { usedBytes, unfinishedCount, bytesToday } = await readUploadState(tx, member)
      // This check comes before the limits that pass with time: an upload larger than the whole storage can never be stored.
      refuseOverStorage(services, upload.bytes)
      refuseTooManyUnfinished(unfinishedCount)
      const { uploadsTooManyToday } = fileMessages
      refuseOverDailyBytes(tx, bytesToday + upload.bytes, limits.uploadBytesPerBandAndDay, uploadsTooManyToday)
      refuseOverStorage(services, usedBytes + upload.bytes)
      if (!(await insertUpload(tx, { ...member, ...upload }))) throw notFoundError()
    },
    find: (member, uploadId) => findUpload(db, { ...member, uploadId }),
    markFinished: (member, uploadId) => markUploadFinished(db, { ...member, uploadId }),
    delete: (member, uploadId) => deleteUpload(db, { ...member, uploadId }),
  }
}
