import * as z from 'zod/mini'
import { Band, BandChangesInput, NewBandInput } from '@gaffer/domain/band'
import { endpoint } from '@gaffer/domain/endpoint'
import { Membership } from '@gaffer/domain/member'

export const bandsApi = {
  createBand: endpoint({
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
  readBand: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId',
    summary: 'Get a band',
    status: 200,
    response: Band,
  }),
  changeBand: endpoint({
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
