// The roles of callers, and the shape of the requests that tests send in each.

import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import type { TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

/** Invited members are not a role: they have no account before they accept. */
export const callerRoles = ['nobody', 'outsider', 'member', 'admin', 'owner'] as const
export type CallerRole = (typeof callerRoles)[number]

export type AccessFixture = {
  server: TestServer
  band: Band
  callers: Record<CallerRole, TestClient>
  /** A platform admin who is in no band. */
  platformAdmin: TestClient
  memberships: Record<Exclude<CallerRole, 'nobody' | 'outsider'>, Membership>
}

export type EndpointRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** A client of its own, for endpoints that end a session or an account. */
  as?: TestClient
}

export type EndpointRequestMaker = (
  fixture: AccessFixture,
  role: CallerRole,
) => EndpointRequest | Promise<EndpointRequest>

/** Keyed by method and path. */
export type ValidRequestMakers = Record<string, EndpointRequestMaker>
