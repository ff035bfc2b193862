// The manifest of a band's zip: paths, sizes and hashes of all other entries. It is the last entry of the zip.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'

export const zipVersion = 1

/**
 * An entry of the zip, with the object that its file belongs to: chart versions, the markup of a chart, a recording, or the ledger entry of
 * a receipt. A file without an object, such as ledger.csv, is for people to read.
 */
const ManifestEntry = z.strictObject({
  path: z.string(),
  bytes: z.int(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  chartVersions: z.optional(z.array(z.strictObject({ chartId: Id, version: z.int() }))),
  markupOfChartId: z.optional(Id),
  recordingId: z.optional(Id),
  ledgerEntryId: z.optional(Id),
})
export type ManifestEntry = z.infer<typeof ManifestEntry>

export const ZipManifest = z.strictObject({
  schema: z.literal('gaffer-band-zip'),
  schemaVersion: z.literal(zipVersion),
  exportedAt: Timestamp,
  entries: z.array(ManifestEntry),
  /** Paths of the files that the zip lacks, because the file store no longer had them. */
  missing: z.array(z.string()),
})
export type ZipManifest = z.infer<typeof ZipManifest>
