import * as z from 'zod/mini'
import { Band } from '@gaffer/domain/bands/band'
import { BandFileInput } from './band-file-input.ts'
import { BandFile } from './band-file.ts'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

export const bandFileApi = {
  exportBand: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/export',
    summary: 'Download all data of the band as a JSON file; owners only',
    status: 200,
    response: BandFile,
    contentType: 'application/json',
  }),
  importBand: defineEndpoint({
    method: 'POST',
    path: '/api/bands/import',
    summary:
      'Create a band from such a file. The caller becomes its owner: as the member `membershipId` of the file, else as the one whose membership in the original band they have, else as a new member. The others become invited members, and nothing is sent to them',
    query: z.strictObject({ membershipId: z.optional(Id) }),
    body: BandFileInput,
    status: 201,
    response: Band,
    idempotent: true,
    changes: 'members',
    errors: ['conflict', 'not_found'],
  }),
}
