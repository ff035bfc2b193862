import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

export const ownDataApi = {
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
}
