import * as z from 'zod/mini'
import { Band, BandChangesInput, NewBandInput } from '@gaffer/domain/band'
import { Id } from '@gaffer/domain/common-schemas'
import { endpoint } from '@gaffer/domain/endpoint'
import { Membership } from '@gaffer/domain/member'

const BandId = z.strictObject({ bandId: Id })

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
  }),
  readBand: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId',
    summary: 'One band',
    params: BandId,
    status: 200,
    response: Band,
  }),
  changeBand: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId',
    summary: "Change the band's details",
    params: BandId,
    body: BandChangesInput,
    status: 200,
    response: Band,
    versioned: true,
    changes: 'band',
  }),
}
