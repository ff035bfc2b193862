// Makes the file of a chart or of a receipt from an upload. The type comes from the bytes, never from the name or a header.

import { fileTypeFromBuffer } from 'file-type'
import { buffer } from 'node:stream/consumers'
import { limits } from '@gaffer/domain/shared/limits'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import {
  refuseUpload,
  requireFinishedUpload,
  storeDerivedFile,
  toFileTitle,
  type OwnUploadKey,
} from '#features/files/service.ts'
import { readPdfPages, reencodeChartPicture } from '#features/images/service.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import type { Services } from '#services.ts'

export type UploadedDocument = {
  kind: 'pdf' | 'image'
  /** The name of the uploaded file without its extension. */
  name: string
  mediaType: string
  bytes: number
  pages: number
  /** The id of the upload itself, or of the re-encoded picture. */
  fileId: string
}

/** Bytes at the start of a file from which `file-type` detects its type. */
const signatureBytes = 4100
const unsupportedMessages = { chart: chartMessages.unsupportedFile, receipt: fileMessages.unsupportedReceipt }
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Reads the upload of a chart. Deletes and refuses an upload that is neither a PDF nor a picture. */
export function readChartUpload(services: Services, upload: OwnUploadKey): Promise<UploadedDocument> {
  return readUpload(services, upload, 'chart')
}

/** Reads the upload of a receipt, which has the same file types as a chart. Deletes and refuses an upload of another type. */
export function readReceiptUpload(services: Services, upload: OwnUploadKey): Promise<UploadedDocument> {
  return readUpload(services, upload, 'receipt')
}

async function readUpload(
  services: Services,
  upload: OwnUploadKey,
  purpose: 'chart' | 'receipt',
): Promise<UploadedDocument> {
  const { name, bytes } = await requireFinishedUpload(services, upload, purpose)
  const { uploadId } = upload
  const { userId } = upload.member
  const read = await readChartFile(services.files, { id: uploadId, bytes, userId })
  if ('refused' in read) return refuseUpload(services.db, upload, read.refused ?? unsupportedMessages[purpose])
  const title = toFileTitle(name, limits.chartNameLength)
  if (read.kind === 'pdf') return { ...read, name: title, bytes, fileId: uploadId }
  const { picture, ...image } = read
  const fileId = await storeDerivedFile(services, upload, picture)
  return { ...image, name: title, bytes: picture.length, fileId }
}

export type ChartFileResult =
  | { kind: 'pdf'; mediaType: string; pages: number }
  | { kind: 'image'; mediaType: string; pages: 1; picture: Uint8Array }
  /** The message for the member; null for a file that is neither a PDF nor a picture, whose message depends on the purpose. */
  | { refused: string | null }

/** Detects the type of a stored file by its bytes: a PDF, or a picture with the re-encoded bytes to store. */
export async function readChartFile(
  files: FileStore,
  { id, bytes, userId }: { id: string; bytes: number; userId: string | null },
): Promise<ChartFileResult> {
  const read = async () => buffer(await files.read(id))
  const head = await buffer(await files.read(id, { start: 0, end: Math.min(signatureBytes, bytes) - 1 }))
  const type = (await fileTypeFromBuffer(head))?.mime
  if (type === 'application/pdf') {
    const pdf = await readPdfPages(userId, read)
    if ('refused' in pdf)
      return { refused: pdf.refused === 'encrypted' ? chartMessages.pdfEncrypted : chartMessages.pdfUnreadable }
    return pdf.pages > limits.chartPages
      ? { refused: chartMessages.pdfTooLong }
      : { kind: 'pdf', mediaType: type, pages: pdf.pages }
  }
  if (!type || !pictureTypes.has(type)) return { refused: null }
  const picture = await reencodeChartPicture(userId, read)
  return picture
    ? { kind: 'image', mediaType: 'image/webp', pages: 1, picture }
    : { refused: chartMessages.pictureUnreadable }
}
