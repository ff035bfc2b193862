import * as z from 'zod/mini'
import { SignedInDevice } from '@gaffer/domain/device'
import { endpoint } from '@gaffer/domain/endpoint'
import { LinkedIdentity } from '@gaffer/domain/identity'
import { OwnMembership } from '@gaffer/domain/member'
import { ProfileInput, User } from '@gaffer/domain/user'

export const meApi = {
  readMe: endpoint({
    method: 'GET',
    path: '/api/me',
    summary: 'Who is signed in, and their bands',
    status: 200,
    response: z.strictObject({ user: User, bands: z.array(OwnMembership) }),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/api/me',
    summary: 'Complete or edit the profile',
    body: ProfileInput,
    status: 200,
    response: z.strictObject({ message: z.string(), user: User }),
    changes: 'members',
    errors: ['not_found'],
  }),
  exportMe: endpoint({
    method: 'GET',
    path: '/api/me/export',
    summary: 'Everything kept about the caller, as a file',
    status: 200,
    contentType: 'application/json',
  }),
  eraseMe: endpoint({
    method: 'DELETE',
    path: '/api/me',
    summary: "Erase the caller's account; 409 while they are the only owner of a band with other members",
    status: 204,
    changes: 'members',
    errors: ['conflict'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/me/sessions',
    summary: 'Where the caller is signed in, newest first',
    status: 200,
    response: z.array(SignedInDevice),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/me/sessions/:sessionId',
    summary: 'Sign one of them out',
    status: 204,
    changes: 'session',
  }),
  listIdentities: endpoint({
    method: 'GET',
    path: '/api/me/identities',
    summary: 'The Google accounts that sign the caller in, their addresses masked',
    status: 200,
    response: z.array(LinkedIdentity),
  }),
  removeIdentity: endpoint({
    method: 'DELETE',
    path: '/api/me/identities/:identityId',
    summary: 'Unlink one of them; sessions go on',
    status: 204,
    changes: 'nothing',
  }),
}
