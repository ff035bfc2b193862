import { endpoint } from '@gaffer/domain/endpoint'
import { Settings } from '@gaffer/domain/settings'

export const settingsApi = {
  readSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'What the pages must know of how this server is set up; no secrets',
    status: 200,
    response: Settings,
  }),
}
