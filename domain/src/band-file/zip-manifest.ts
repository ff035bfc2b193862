// The manifest of a band's zip, which is its last entry: paths, sizes and hashes of all others.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'

export const zipVersion = 1

/**
 * The object of a file in the zip: chart versions, the markup of a chart, a recording, or the ledger entry of a receipt. Files without one are
 * only for reading.
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
  /** Files that could not be read from the store. */
  missing: z.array(z.string()),
})
export type ZipManifest = z.infer<typeof ZipManifest>
