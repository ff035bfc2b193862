import { defineEndpoint } from '@gaffer/domain/endpoint'
import { ServerSettings } from '@gaffer/domain/settings'

export const settingsApi = {
  readSettings: defineEndpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'Get the public settings of the server',
    status: 200,
    response: ServerSettings,
  }),
}
