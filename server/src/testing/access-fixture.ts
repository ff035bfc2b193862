// A band with a client in each role, and a valid request for every endpoint. Tests that iterate over all endpoints use it, and fail for an
// endpoint without a request.

import { api } from '@gaffer/domain/endpoints'
import { fillPath, type EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import type { AccessFixture, CallerRole, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { validAccountRequests } from './account-requests.ts'
import { validBandRequests } from './band-requests.ts'
import { createTestBand, joinBand } from './builders.ts'
import { validDepRequests } from './dep-requests.ts'
import { validEventRequests } from './event-requests.ts'
import { validFileRequests } from './file-requests.ts'
import { validRecordingRequests } from './recording-requests.ts'
import { validNoteRequests } from './note-requests.ts'
import { validMoneyRequests } from './money-requests.ts'
import { validPublicPageRequests } from './public-page-requests.ts'
import { validSpotifyRequests } from './spotify-requests.ts'
import type { TestResponse, TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

export async function createAccessFixture(server: TestServer): Promise<AccessFixture> {
  // The first account of an empty database becomes platform admin.
  const platformAdmin = await server.createUser({ firstName: 'Pat' })
  const owner = await server.createUser({ firstName: 'Olive' })
  const admin = await server.createUser({ firstName: 'Ada' })
  const member = await server.createUser({ firstName: 'Mo' })
  const { membership, ...band } = await createTestBand(owner)
  const memberships = {
    owner: membership,
    admin: await joinBand(owner, band.id, admin),
    member: await joinBand(owner, band.id, member),
  }
  const { id } = memberships.admin
  await owner.patch(`/api/bands/${band.id}/members/${id}`, { access: 'admin' })
  const outsider = await server.createUser({ firstName: 'Otto' })
  const callers = { nobody: server.newClient(), outsider, member, admin, owner }
  return { server, band, callers, platformAdmin, memberships }
}

const requests: ValidRequestMakers = {
  ...validAccountRequests,
  ...validBandRequests,
  ...validEventRequests,
  ...validDepRequests,
  ...validFileRequests,
  ...validRecordingRequests,
  ...validNoteRequests,
  ...validMoneyRequests,
  ...validPublicPageRequests,
  ...validSpotifyRequests,
}

export function endpointNameOf({ method, path }: EndpointDefinition): string {
  return `${method} ${path}`
}

const endpoints = new Map(
  Object.values(api).map((endpoint: EndpointDefinition) => [endpointNameOf(endpoint), endpoint]),
)

export function getEndpoint(name: string): EndpointDefinition {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`Unknown endpoint ${name}`)
  return endpoint
}

/** A valid request to the endpoint from a client in the role. */
export async function makeValidRequest(
  fixture: AccessFixture,
  name: string,
  role: CallerRole,
): Promise<EndpointRequest & { as: TestClient }> {
  const request = (await requests[name]?.(fixture, role)) ?? createRequestWithoutInput(getEndpoint(name), fixture)
  return { as: fixture.callers[role], ...request }
}

/** The request to an endpoint that needs no input besides the band in its path. The tables of valid requests have no row for it. */
function createRequestWithoutInput(endpoint: EndpointDefinition, { band }: AccessFixture): EndpointRequest {
  const needsQuery = endpoint.query && !endpoint.query.safeParse({}).success
  const needsBody = endpoint.body && !endpoint.body.safeParse(undefined).success
  const params = endpoint.path.match(/:\w+/g) ?? []
  if (needsQuery || needsBody || params.some((param) => param !== ':bandId'))
    throw new Error(`No valid request for ${endpointNameOf(endpoint)}: add one to the table of its feature`)
  return params.length === 0 ? {} : { params: { bandId: band.id } }
}

export function sendRequest(
  name: string,
  { as, params, query, body, headers }: EndpointRequest & { as: TestClient },
  moreHeaders: Record<string, string> = {},
): Promise<TestResponse> {
  const { method, path } = getEndpoint(name)
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return as.send(method, fillPath(path, params) + search, body, { ...headers, ...moreHeaders })
}
