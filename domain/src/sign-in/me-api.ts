import * as z from 'zod/mini'
import { SignedInDevice } from './device.ts'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { LinkedIdentity } from './identity.ts'
import { OwnMembership } from '@gaffer/domain/bands/member'
import { ProfileInput, User } from './user.ts'

export const meApi = {
  readMe: defineEndpoint({
    method: 'GET',
    path: '/api/me',
    offline: true,
    summary: 'Get the signed-in user and their bands',
    status: 200,
    response: z.strictObject({ user: User, bands: z.array(OwnMembership) }),
  }),
  saveProfile: defineEndpoint({
    method: 'PUT',
    path: '/api/me',
    summary: "Replace the caller's profile",
    body: ProfileInput,
    status: 200,
    response: z.strictObject({ message: z.string(), user: User }),
    changes: 'members',
    errors: ['not_found'],
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/api/me/sessions',
    summary: "List the caller's sessions, newest first",
    status: 200,
    response: z.array(SignedInDevice),
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/api/me/sessions/:sessionId',
    summary: "End one of the caller's sessions",
    status: 204,
    changes: 'session',
  }),
  listIdentities: defineEndpoint({
    method: 'GET',
    path: '/api/me/identities',
    summary: "List the caller's linked Google accounts, their email addresses masked",
    status: 200,
    response: z.array(LinkedIdentity),
  }),
  removeIdentity: defineEndpoint({
    method: 'DELETE',
    path: '/api/me/identities/:identityId',
    summary: "Unlink one of the caller's Google accounts; sessions continue",
    status: 204,
    changes: 'nothing',
  }),
}
