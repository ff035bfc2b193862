// A band with a client in each role, and a valid request for every endpoint. Tests that iterate over all endpoints use it, and fail for an
// endpoint without a request.

import { api } from '@gaffer/domain/api'
import type { Band } from '@gaffer/domain/band'
import { fillPath, type EndpointDefinition } from '@gaffer/domain/endpoint'
import type { Membership } from '@gaffer/domain/member'
import { accountRequests } from './account-requests.ts'
import { bandRequests } from './band-requests.ts'
import { aBand, joinBand } from './builders.ts'
import { depRequests } from './dep-requests.ts'
import { eventRequests } from './event-requests.ts'
import { spotifyRequests } from './spotify-requests.ts'
import type { Answer, TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

/** Invited members are no role here: they have no account before they accept. */
export const roles = ['nobody', 'outsider', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export type AccessFixture = {
  server: TestServer
  band: Band
  callers: Record<Role, TestClient>
  /** A platform admin who is in no band. */
  platformAdmin: TestClient
  memberships: Record<Exclude<Role, 'nobody' | 'outsider'>, Membership>
}

export async function createAccessFixture(server: TestServer): Promise<AccessFixture> {
  // The first account of an empty database becomes platform admin.
  const platformAdmin = await server.createUser({ firstName: 'Pat' })
  const owner = await server.createUser({ firstName: 'Olive' })
  const admin = await server.createUser({ firstName: 'Ada' })
  const member = await server.createUser({ firstName: 'Mo' })
  const { membership, ...band } = await aBand(owner)
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

export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** A client of its own, for endpoints that end a session or an account. */
  as?: TestClient
}

export type MakeRequest = (scene: AccessFixture, role: Role) => Request | Promise<Request>

/** Keyed by method and path. */
export type Requests = Record<string, MakeRequest>

const requests: Requests = {
  ...accountRequests,
  ...bandRequests,
  ...eventRequests,
  ...depRequests,
  ...spotifyRequests,
}

export function nameOf({ method, path }: EndpointDefinition): string {
  return `${method} ${path}`
}

const endpoints = new Map(Object.values(api).map((endpoint: EndpointDefinition) => [nameOf(endpoint), endpoint]))

export function findEndpoint(name: string): EndpointDefinition {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`Unknown endpoint ${name}`)
  return endpoint
}

/** A valid request to the endpoint from a client in the role. */
export async function validRequest(
  scene: AccessFixture,
  name: string,
  role: Role,
): Promise<Request & { as: TestClient }> {
  const request = (await requests[name]?.(scene, role)) ?? requestWithoutInput(findEndpoint(name), scene)
  return { as: scene.callers[role], ...request }
}

/** For endpoints that need no input besides the band in their path: they have no row in the tables. */
function requestWithoutInput(endpoint: EndpointDefinition, { band }: AccessFixture): Request {
  const needsQuery = endpoint.query && !endpoint.query.safeParse({}).success
  const needsBody = endpoint.body && !endpoint.body.safeParse(undefined).success
  const params = endpoint.path.match(/:\w+/g) ?? []
  if (needsQuery || needsBody || params.some((param) => param !== ':bandId'))
    throw new Error(`No valid request for ${nameOf(endpoint)}: add one to the table of its feature`)
  return params.length === 0 ? {} : { params: { bandId: band.id } }
}

export function sendRequest(
  name: string,
  { as, params, query, body, headers }: Request & { as: TestClient },
  moreHeaders: Record<string, string> = {},
): Promise<Answer> {
  const { method, path } = findEndpoint(name)
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return as.send(method, fillPath(path, params) + search, body, { ...headers, ...moreHeaders })
}
