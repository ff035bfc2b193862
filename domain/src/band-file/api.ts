import * as z from 'zod/mini'
import { Band } from '@gaffer/domain/bands/band'
import { BandFileInput } from './band-file-input.ts'
import { BandFile } from './band-file.ts'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

/** A zip that the caller has uploaded at /api/me/uploads. */
const UploadedZip = z.strictObject({ uploadId: Id })
export const StartedImport = z.strictObject({ importId: Id })

/** The progress of the import of a zip. `message` says why the import failed, or what it waits for. */
export const BandImport = z.strictObject({
  state: z.enum(['running', 'done', 'failed']),
  percent: z.int(),
  bandId: z.nullable(Id),
  message: z.nullable(z.string()),
})
export type BandImport = z.infer<typeof BandImport>

export const bandFileApi = {
  exportBand: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/export',
    summary: 'Download all data of the band as a JSON file; owners only',
    status: 200,
    response: BandFile,
    contentType: 'application/json',
  }),
  exportZip: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/export.zip',
    summary:
      'Download the band as a zip: band.json (the band file), the files of charts, recordings and receipts, ledger.csv, the set lists as text, and manifest.json with the SHA-256 of each; owners only',
    status: 200,
    contentType: 'application/zip',
  }),
  importBand: defineEndpoint({
    method: 'POST',
    path: '/api/bands/import',
    summary:
      'Create a band from such a file. The caller becomes its owner: as the member `membershipId` of the file, else as the one whose membership in the original band they have, else as a new member. The others become invited members, and nothing is sent to them. Or load an uploaded zip of a band: replies with 202, and the import goes on as a job',
    query: z.strictObject({ membershipId: z.optional(Id) }),
    body: z.union([BandFileInput, UploadedZip]),
    status: 201,
    response: Band,
    accepted: StartedImport,
    idempotent: true,
    changes: 'members',
    errors: ['conflict', 'not_found'],
  }),
  readImport: defineEndpoint({
    method: 'GET',
    path: '/api/me/imports/:importId',
    summary: 'Get how far the import of a zip is, and the band that it made or why it failed; only the own',
    status: 200,
    response: BandImport,
  }),
}
