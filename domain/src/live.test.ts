// That no write can be added which forgets to say what it changes for those who look on.

import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { EndpointDefinition } from './endpoint.ts'

const rows: [string, EndpointDefinition][] = Object.entries(api)

test('every call that writes says what it changes, if only that it is nothing', () => {
  const silent = rows.filter(([, { method, changes }]) => method !== 'GET' && changes === undefined)
  expect(silent.map(([name]) => name)).toEqual([])
})

test('the calls that change nothing a member could see are these', () => {
  const quiet = rows.filter(([, { method, changes }]) => method !== 'GET' && changes === 'nothing')
  expect(quiet.map(([name]) => name)).toEqual([
    'sendCode',
    'holdInvitation',
    'makeToken',
    'dropPendingIdentity',
    'removeIdentity',
    'inviteFounder',
    'checkConflicts',
    'rotateAddresses',
    'syncPlaylist',
    'addToPlaylist',
    'removeFromPlaylist',
    'disconnect',
  ])
})
