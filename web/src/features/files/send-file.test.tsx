import 'fake-indexeddb/auto'

import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aChart } from '#testing/chart-fixture.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { deleteAbandonedPictures, deletePicture, listPictures, storePicture } from './camera-picture-database.ts'
import type { FileToSend } from './file-to-send.ts'
import { resumePictures, sendFile } from './send-file.ts'
import { UploadRows } from './upload-rows.tsx'

type Sent = { file: File; resolve: (address: string) => void }
const sent: Sent[] = []
vi.mock('./send-by-tus.ts', () => ({
  sendByTus: ({ file, signal }: { file: File; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      sent.push({ file, resolve })
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    }),
}))

const user = aUser()
const id = '0190a000-0000-7000-8000-000000000001'
const posted: { address: unknown; body: unknown }[] = []
let response: () => Response
let client: QueryClient

const sending: FileToSend = {
  bandId: 'band',
  purpose: 'chart',
  target: 'song',
  file: new File(['picture'], 'image.jpg', { type: 'image/jpeg', lastModified: Date.UTC(2026, 0, 1) }),
  use: {
    endpoint: 'POST /api/bands/:bandId/songs/:songId/charts',
    params: { bandId: 'band', songId: 'song' },
    body: { part: 'Bass' },
    idempotencyKey: 'key',
    changes: 'songs',
  },
  toasts: { done: null, failed: null },
}

beforeEach(() => {
  sent.length = 0
  posted.length = 0
  response = () => Response.json(aChart({ id, songId: id, uploadedBy: id }))
  client = new QueryClient()
  client.setQueryData(queryKeyOf('GET /api/me', {}), { user, bands: [] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
    posted.push({ address, body: JSON.parse(String(options?.body)) })
    return response()
  })
  render(<UploadRows target="song" />)
})

afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: /^(Cancel|Remove) / })) fireEvent.click(button)
  for (const picture of await listPictures(user.id)) await deletePicture(picture.id)
  vi.restoreAllMocks()
})

async function begin(isFromCamera: boolean) {
  void sendFile(client, sending, isFromCamera)
  await waitFor(() => expect(sent).toHaveLength(1))
}

/** Closes the page: forgets its uploads, and keeps what is stored on the device. Then opens it again. */
async function openAgain() {
  cleanup()
  vi.resetModules()
  sent.length = 0
  const [{ resumePictures: resume }, { UploadRows: Rows }] = await Promise.all([
    import('./send-file.ts'),
    import('./upload-rows.tsx'),
  ])
  render(<Rows target="song" />)
  return { resume: () => resume(client, user.id) }
}

it('after the response idempotency_key_reused to the request that uses a stored picture, the picture is deleted from the device', async () => {
  response = () => errorResponse(422, 'idempotency_key_reused')
  await begin(true)
  await act(async () => sent[0]?.resolve('/api/bands/band/uploads/u2'))
  await waitFor(async () => expect(await listPictures(user.id)).toEqual([]))
  await waitFor(() => expect(screen.queryByText('image.jpg')).toBeNull())
})

it('a chosen file is not stored on the device', async () => {
  await begin(false)
  expect(await listPictures(user.id)).toEqual([])
})

it('of the pictures stored over 14 days ago, refused pictures and pictures of another account are deleted, and a waiting picture stays', async () => {
  await begin(true)
  const [picture] = await listPictures(user.id)
  if (!picture) throw new Error('No picture is stored')
  const storedAt = Date.now() - 15 * 86_400_000
  await storePicture({ ...picture, id: 'waiting', storedAt })
  await storePicture({ ...picture, id: 'refused', storedAt, refusal: { message: 'No', canRetry: true } })
  await storePicture({ ...picture, id: 'of another account', userId: 'other', storedAt })
  await deleteAbandonedPictures(user.id)
  expect((await listPictures(user.id)).map((one) => one.id)).toEqual(['waiting', picture.id])
  expect(await listPictures('other')).toEqual([])
})

it('resumePictures does not send a picture of another account, and cancelling an upload deletes its stored picture', async () => {
  await begin(true)
  await resumePictures(client, 'other')
  expect(sent).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel image.jpg' }))
  await waitFor(async () => expect(await listPictures(user.id)).toEqual([]))
})

it('a picture that is refused while the page resumes its stored pictures is listed once', async () => {
  response = () => errorResponse(422, 'unsupported_file')
  await begin(true)
  const resumed = resumePictures(client, user.id)
  await act(async () => sent[0]?.resolve('/api/bands/band/uploads/u1'))
  await resumed
  await waitFor(async () => expect((await listPictures(user.id)).map(({ refusal }) => refusal)).not.toEqual([null]))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

// The uploads of a closed page stay in the first module's list, so tests that close the page come last.

it('the upload of a picture taken with the camera goes on after the page was closed, and then the request that uses the picture is sent', async () => {
  await begin(true)
  const { resume } = await openAgain()
  const done = resume()
  await waitFor(() => expect(sent).toHaveLength(1))
  const file = sent[0]?.file as File
  expect([file.name, file.lastModified, await file.text()]).toEqual(['image.jpg', sending.file.lastModified, 'picture'])
  sent[0]?.resolve('/api/bands/band/uploads/u1')
  await done
  expect(posted).toEqual([{ address: '/api/bands/band/songs/song/charts', body: { part: 'Bass', uploadId: 'u1' } }])
  expect(await listPictures(user.id)).toEqual([])
})

/** Sends a picture, which the server refuses, and opens the page again. */
async function openAgainAfterRefusal(status: number, code: string, message: string) {
  response = () => Response.json({ code, message }, { status })
  await begin(true)
  await act(async () => sent[0]?.resolve('/api/bands/band/uploads/u1'))
  await waitFor(async () =>
    expect((await listPictures(user.id)).map(({ refusal }) => refusal?.message)).toEqual([message]),
  )
  const { resume } = await openAgain()
  void resume()
  await screen.findByText(message)
  expect(sent).toEqual([])
}

it('a picture that the server refused is listed with the reason after the page was closed, and is sent again only after a press on "Try image.jpg again"', async () => {
  await openAgainAfterRefusal(409, 'full', 'A song can have up to 20 charts')
  fireEvent.click(screen.getByRole('button', { name: 'Try image.jpg again' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

it.each([
  [413, 'too_large'],
  [422, 'unsupported_file'],
])(
  'a picture that the server refused with %s %s has no button to try again after the page was closed',
  async (status, code) => {
    await openAgainAfterRefusal(status, code, 'The server takes no such file')
    expect(screen.getByRole('button', { name: 'Remove image.jpg' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try image.jpg again' })).toBeNull()
  },
)
