import { limits } from '@gaffer/domain/shared/limits'

const gigabyte = 1024 * limits.megabyte
const gigabyteFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, roundingMode: 'floor' })
const formatSizeRoundedDown = (bytes: number) =>
  bytes < gigabyte ? `${Math.floor(bytes / limits.megabyte)} MB` : `${gigabyteFormat.format(bytes / gigabyte)} GB`

export const fileMessages = {
  fileNameMissing: 'The file has no name',
  purposeUnknown: 'Say what the file is for: a chart, a recording or a receipt',
  purposeNotBand: 'An upload without a band is for a zip of a whole band: its purpose is band',
  uploadedTooMuchToday: 'You have uploaded a lot today. Please try again tomorrow.',
  metadataUnreadable: 'The details of the upload could not be read',
  fileEmpty: 'The file is empty',
  unsupportedReceipt: 'A receipt can be a picture (JPEG, PNG, WebP) or a PDF',
  uploadTooLarge: (most: number) => `A file like this can have up to ${formatSizeRoundedDown(most)}`,
  pieceTooLarge: `Send an upload in pieces of up to ${formatSizeRoundedDown(limits.uploadPieceBytes)}`,
  pieceWithoutLength: 'Send each piece of an upload with its Content-Length',
  pieceNotBytes: 'Send the pieces of an upload as application/offset+octet-stream, not compressed',
  protocolMismatch: 'Send the header Tus-Resumable: 1.0.0',
  offsetConflict: 'The upload has another length here. Ask for it, and go on from there.',
  uploadBusy: 'Another request is sending this file. Please try again in a moment.',
  uploadBroken: 'The connection was lost. The upload can go on where it stopped.',
  uploadUnfinished: 'The file has not arrived in full yet',
  uploadGone: 'That file is not here any more. Please choose it again.',
  uploadsTooMany: `You have ${limits.unfinishedUploads} uploads that are not finished. Finish or cancel one first.`,
  uploadsTooManyToday: 'The band has uploaded a lot today. Please try again tomorrow.',
  uploadsAtOnce: 'Other uploads are still running. This one goes on when they are done.',
  storageFull: (limitBytes: number) =>
    `The band’s ${formatSizeRoundedDown(limitBytes)} for files are used up. Delete some files first.`,
  storageUsed: (usedBytes: number, limitBytes: number) =>
    `${formatSizeRoundedDown(usedBytes)} of the band’s ${formatSizeRoundedDown(limitBytes)} for files are used`,
  deletedFiles: 'Deleted files',
  deletedFilesIntro: `Deleted charts and recordings can be restored for ${limits.restorableDays} days, and take up room until then.`,
  noDeletedFiles: 'No deleted file takes up room.',
  deletedFilesNotRead: 'The deleted files could not be read',
  fileDeletedNow: 'Deleted for good',
  fileNotDeletedNow: 'The file was not deleted',
  deleteNowQuestion: (name: string) => `Delete “${name}” for good?`,
  deleteNowText: 'Nobody can restore it after that.',
  hiddenFile: 'A hidden file',
  diskFull: 'There is no room left for files on this Gaffer. Please tell the people who run it.',
  storeDown: 'Files cannot be reached at the moment. Please try again in a moment.',
} as const
