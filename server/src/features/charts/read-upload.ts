// Makes the file of a chart from an upload: what it is follows from its bytes, never from its name or a header.

import { fileTypeFromBuffer } from 'file-type'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import type { Db } from '#platform/db/connection.ts'
import { dropUpload, requireFinishedUpload, storeDerivedFile, type OwnUpload } from '#features/files/service.ts'
import { readPdfPages, reencodeChartPicture } from '#features/images/service.ts'
import type { Services } from '#services.ts'

export type ReadUpload = {
  kind: 'pdf' | 'image'
  /** The name of the uploaded file without its extension. */
  name: string
  mediaType: string
  bytes: number
  pages: number
  /** The upload itself, or the re-encoded picture. */
  fileId: string
}

/** As many bytes as decide about the type. */
const signatureBytes = 4100
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Drops an upload that is no chart. */
export async function readChartUpload(services: Services, upload: OwnUpload): Promise<ReadUpload> {
  const { name, bytes } = await requireFinishedUpload(services, upload, 'chart')
  const { uploadId } = upload
  const read = async () => buffer(await services.files.read(uploadId))
  const head = await buffer(await services.files.read(uploadId, { start: 0, end: Math.min(signatureBytes, bytes) - 1 }))
  const type = (await fileTypeFromBuffer(head))?.mime
  const title = titleOf(name)
  if (type === 'application/pdf') {
    const pages = await countPages(services.db, upload, read)
    return { kind: 'pdf', name: title, mediaType: type, bytes, pages, fileId: uploadId }
  }
  if (!type || !pictureTypes.has(type)) return refuse(services.db, upload, chartMessages.unsupportedFile)
  const picture = await reencodeChartPicture(read)
  if (!picture) return refuse(services.db, upload, chartMessages.pictureUnreadable)
  const fileId = await storeDerivedFile(services, upload, picture)
  return { kind: 'image', name: title, mediaType: 'image/webp', bytes: picture.length, pages: 1, fileId }
}

async function countPages(db: Db, upload: OwnUpload, read: () => Promise<Buffer>): Promise<number> {
  const answer = await readPdfPages(read)
  if ('pages' in answer) {
    return answer.pages > limits.chartPages ? refuse(db, upload, chartMessages.pdfTooLong) : answer.pages
  }
  return refuse(db, upload, answer.refused === 'encrypted' ? chartMessages.pdfEncrypted : chartMessages.pdfUnreadable)
}

async function refuse(db: Db, upload: OwnUpload, message: string): Promise<never> {
  await dropUpload(db, upload)
  throw new AppError('unsupported_file', message)
}

function titleOf(fileName: string): string {
  const title = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || fileName
  return Array.from(title).slice(0, limits.chartNameLength).join('').trim()
}
