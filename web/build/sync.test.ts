// Tests the outbox of web/worker in the bundled service worker.

import 'fake-indexeddb/auto'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { addChange, listChanges, removeChangesOfUser, type NewOutboxChange } from '#offline/outbox-store.ts'
import { switchAccount } from '#offline/stored-query-database.ts'
import { makeServiceWorkerHarness, type FakeNetworkHandler } from './service-worker-harness.ts'
import { bundleServiceWorker } from './service-worker.ts'

let bundle: string
beforeAll(async () => {
  bundle = await bundleServiceWorker(join(import.meta.dirname, '..'), [])
})

const startWorker = (network: FakeNetworkHandler) => makeServiceWorkerHarness(bundle, network)
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

const change: NewOutboxChange = {
  userId: 'u1',
  endpoint: 'PATCH /api/bands/:bandId/events/:eventId',
  params: { bandId: 'b1', eventId: 'e1' },
  body: { notes: 'Later' },
  version: 1,
  idempotencyKey: 'k1',
  subjectId: 'e1',
  words: 'Your changes to Tonight',
  before: null,
}
const syncEvent = { tag: 'gaffer-outbox' }
const recordWrites = (network: FakeNetworkHandler) => {
  const writes: [string | null, string | null][] = []
  return {
    writes,
    network: (path: string, request?: Request) => {
      writes.push([request?.headers.get('idempotency-key') ?? null, request?.headers.get('x-gaffer-user') ?? null])
      return network(path)
    },
  }
}
afterEach(() => removeChangesOfUser('u1'))

it('a sync event sends the waiting change of the signed-in user and no change of another account; while no account is stored, a sync event sends nothing', async () => {
  await addChange(change)
  await addChange({ ...change, userId: 'u2', idempotencyKey: 'k2' })
  const { writes, network } = recordWrites(() => Response.json({ version: 2 }))
  const worker = startWorker(network)
  await worker.dispatchAndWait('sync', syncEvent)
  expect(writes, 'no account is known yet').toEqual([])
  await switchAccount('u1')
  await worker.dispatchAndWait('sync', syncEvent)
  expect(writes).toEqual([['k1', 'u1']])
  expect(await listChanges('u1')).toEqual([])
  expect(await listChanges('u2')).toHaveLength(1)
  await removeChangesOfUser('u2')
})

it('a sync event fails without a network, and the change stays in the outbox', async () => {
  await addChange(change)
  const worker = startWorker(recordWrites(noNetwork).network)
  await switchAccount('u1')
  await expect(worker.dispatchAndWait('sync', syncEvent)).rejects.toThrow('could not be sent')
  expect(await listChanges('u1')).toHaveLength(1)
})
