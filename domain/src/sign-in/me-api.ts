import * as z from 'zod/mini'
import { SignedInDevice } from '@gaffer/domain/account/device'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { LinkedIdentity } from '@gaffer/domain/account/identity'
import { OwnMembership } from '@gaffer/domain/bands/member'
import { ProfileInput, User } from '@gaffer/domain/account/user'

export const meApi = {
  readMe: defineEndpoint({
    method: 'GET',
    path: '/api/me',
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
  exportMe: defineEndpoint({
    method: 'GET',
    path: '/api/me/export',
    summary: 'Download all personal data of the caller as a JSON file',
    status: 200,
    contentType: 'application/json',
  }),
  eraseMe: defineEndpoint({
    method: 'DELETE',
    path: '/api/me',
    summary: "Erase the caller's account; 409 while they are the only owner of a band with other members",
    status: 204,
    changes: 'members',
    errors: ['conflict'],
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
