import * as z from 'zod/mini'
import { Band, BandChangesInput, NewBandInput } from './band.ts'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { Membership } from './member.ts'

export const bandsApi = {
  createBand: defineEndpoint({
    method: 'POST',
    path: '/api/bands',
    summary: 'Create a band; the caller becomes its owner',
    body: NewBandInput,
    status: 201,
    response: z.extend(Band, { membership: Membership }),
    idempotent: true,
    changes: 'members',
    errors: ['conflict', 'not_found'],
  }),
  readBand: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId',
    offline: true,
    summary: 'Get a band',
    status: 200,
    response: Band,
  }),
  changeBand: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId',
    summary: "Change the band's details",
    body: BandChangesInput,
    status: 200,
    response: Band,
    versioned: true,
    changes: 'band',
  }),
}
