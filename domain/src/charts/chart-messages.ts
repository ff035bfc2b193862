import { limits } from '@gaffer/domain/shared/limits'

export const chartMessages = {
  chartNameRequired: 'Please give the chart a name',
  chartTextRequired: 'Please write or paste the chart',
  chartTextTooLong: `A text chart can have up to ${limits.chartTextBytes / 1024} kB`,
  chartFormatRequired: 'Say whether the chart is plain text or ChordPro',
  chartFileOrText: 'Choose a file or write a text, not both',
  chartKindStays: 'A file replaces a file, and a text replaces a text. Add a new chart instead.',
  chartsFull: `A song can have up to ${limits.chartsPerSong} charts. Delete some first.`,
  chartNotYours: 'Only the member who added the chart, admins and owners can do that',
  chartVersionUnknown: 'That version of the chart is not kept any more',
  unsupportedFile:
    'A chart can be a PDF or a picture (JPEG, PNG, WebP). In Word or Pages choose Export or Save as, then PDF; on a phone choose Print and save the PDF.',
  pictureUnreadable: 'That picture could not be read. Take it again, or save it as JPEG.',
  pdfEncrypted: 'That PDF has a password. Save it without one, then upload it again.',
  pdfUnreadable: 'That PDF could not be read. Open it, print it to a new PDF, then upload that.',
  pdfTooLong: `A PDF can have up to ${limits.chartPages} pages. Split it, then upload the part that you need.`,
} as const
