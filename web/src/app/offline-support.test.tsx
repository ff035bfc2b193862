import 'fake-indexeddb/auto'

import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { storePiece } from '#features/recordings/take-database.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { queryClient } from '#lib/query-client.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { OfflineSupport } from './offline-support.tsx'

const sendByTus = vi.fn<(sending: { metadata: object }) => Promise<string>>(() => new Promise(() => undefined))
vi.mock('#features/files/send-by-tus.ts', () => ({ sendByTus }))

/** The take is sent as it was recorded, because there is no worker that adds an index. */
class FailingWorker extends EventTarget {
  postMessage() {
    queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
  terminate() {}
}

it('a stored recording whose upload was not finished when its page was closed is uploaded after the next start of the app', async () => {
  const user = aUser()
  queryClient.setQueryData(queryKeyOf('GET /api/me', {}), { user, bands: [] })
  vi.stubGlobal('Worker', FailingWorker)
  await storePiece(
    {
      id: 'take',
      userId: user.id,
      bandId: 'band',
      eventId: 'event',
      name: 'Practice',
      mime: 'audio/webm',
      startedAt: 0,
      storedAt: 0,
      seconds: 5,
      marks: [],
      isStopped: true,
      isSending: true,
    },
    0,
    new ArrayBuffer(1),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  render(<OfflineSupport />)
  vi.advanceTimersByTime(3000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(sendByTus).toHaveBeenCalledOnce(), { timeout: 20_000 })
  expect(sendByTus.mock.calls[0]?.[0].metadata).toEqual({ filename: 'Practice.webm', purpose: 'recording' })
})
