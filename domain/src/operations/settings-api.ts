import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { PublicSettings } from './settings.ts'

export const settingsApi = {
  readSettings: defineEndpoint({
    method: 'GET',
    path: '/api/settings',
    offline: true,
    summary: 'Get the public settings of the server',
    status: 200,
    response: PublicSettings,
  }),
}
