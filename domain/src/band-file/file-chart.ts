// A chart in a band file, which has no bytes of PDFs and pictures: an import of a band file without a zip loads text charts only.

import * as z from 'zod/mini'
import { ChartName, ChartText, chartFormats, chartKinds } from '@gaffer/domain/charts/chart'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createOptionalLineSchema } from '@gaffer/domain/shared/plain-text'
import { bandFileMessages } from './band-file-messages.ts'

const FileChartVersion = z
  .strictObject({
    version: z.int().check(z.minimum(1), z.maximum(limits.chartVersionNumber)),
    kind: z.enum(chartKinds),
    bytes: z.int(),
    pages: z.nullable(z.int()),
    text: z.nullable(ChartText),
    format: z.nullable(z.enum(chartFormats)),
    uploadedByMembershipId: z.nullable(Id),
    createdAt: Timestamp,
  })
  .check(
    z.refine(({ kind, text, format }) => (kind === 'text') === (text !== null && format !== null), {
      error: bandFileMessages.bandFileChartText,
      path: ['text'],
    }),
  )

/** A chart of a song. `versions` are the stored versions, the oldest first. */
export const FileChart = z.strictObject({
  id: Id,
  songId: Id,
  name: ChartName,
  part: createOptionalLineSchema(limits.chartPartLength),
  uploadedByMembershipId: z.nullable(Id),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  versions: z
    .array(FileChartVersion)
    .check(
      z.minLength(1, bandFileMessages.bandFileChartText),
      z.maxLength(limits.chartVersions, bandFileMessages.bandFileTwice),
    ),
})
export type FileChart = z.output<typeof FileChart>
