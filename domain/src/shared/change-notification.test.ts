import { expect, test } from 'vitest'
import { api } from '@gaffer/domain/endpoints'
import type { EndpointDefinition } from './endpoint.ts'

const rows: [string, EndpointDefinition][] = Object.entries(api)
const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

test('every write endpoint declares its change, or "nothing"', () => {
  const undeclaredRows = rows.filter(([, { method, changes }]) => !reads.has(method) && changes === undefined)
  expect(undeclaredRows.map(([name]) => name)).toEqual([])
})

test('only the write endpoints on an allow-list, such as sendCode and report, declare the change "nothing"', () => {
  const rowsWithoutChange = rows.filter(([, { method, changes }]) => method !== 'GET' && changes === 'nothing')
  expect(rowsWithoutChange.map(([name]) => name)).toEqual([
    'sendCode',
    'dropPendingIdentity',
    'makeToken',
    'removeIdentity',
    'holdInvitation',
    'inviteFounder',
    'checkConflicts',
    'checkSeriesConflicts',
    'addPushSubscription',
    'deletePushSubscription',
    'unsubscribe',
    'rotateFeedUrls',
    'rotatePersonalFeedUrl',
    'markNotesRead',
    'muteNotes',
    'report',
    'previewPublicPage',
    'sendEnquiry',
    'syncPlaylist',
    'addToPlaylist',
    'removeFromPlaylist',
    'disconnect',
    'createUpload',
    'continueUpload',
    'cancelUpload',
    'createZipUpload',
    'continueZipUpload',
    'cancelZipUpload',
    'uploadPicture',
  ])
})
