import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, NetworkError, noConnectionText } from '#lib/api-error.ts'
import { markConnected, markConnectionLost } from '#lib/connection.ts'
import { isWorthRetrying } from './send-by-tus.ts'
import { dropUploadsOfLeftBands, startUpload, type UploadRefusal } from './upload-store.ts'
import { UploadRows } from './upload-rows.tsx'

type Sending = {
  address: string | null
  onAddress: (address: string) => void
  onProgress: (percent: number) => void
  signal: AbortSignal
}
type Sent = Sending & { resolve: (address: string) => void; reject: (error: Error) => void }

const sent: Sent[] = []
vi.mock('./send-by-tus.ts', async (original) => ({
  ...(await original<object>()),
  sendByTus: (sending: Sending) =>
    new Promise((resolve, reject) => {
      sent.push({ ...sending, resolve, reject })
      sending.signal.addEventListener('abort', () => reject(sending.signal.reason as Error))
    }),
}))

const pdf = (name: string) => new File(['%PDF'], name, { lastModified: 1 })
const use = vi.fn<(uploadId: string) => Promise<void>>()
const at = (index: number) => sent[index] as Sent

async function start(...names: string[]) {
  for (const name of names) {
    void startUpload({ bandId: 'band', purpose: 'chart', target: 'song', name, file: pdf(name), use })
  }
  const expected = sent.length + Math.min(names.length, 3)
  await expect.poll(() => sent).toHaveLength(expected)
}

beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  use.mockReset().mockResolvedValue()
  render(<UploadRows target="song" />)
})

afterEach(() => {
  for (const button of screen.queryAllByRole('button', { name: /^(Cancel|Remove) / })) fireEvent.click(button)
  cleanup()
})

it('an upload shows its progress, calls `use` with its id, and disappears', async () => {
  await act(() => start('Dakota.pdf'))
  act(() => at(0).onProgress(42))
  expect(screen.getByText('42 %')).toBeTruthy()
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload of Dakota.pdf' }).value).toBe(42)
  await act(async () => at(0).resolve('/api/bands/band/uploads/u1'))
  expect(use).toHaveBeenCalledExactlyOnceWith('u1')
  expect(screen.queryByText('Dakota.pdf')).toBeNull()
})

it('three files are sent at once, and a fourth begins when one of the three has arrived', async () => {
  await act(() => start('1.pdf', '2.pdf', '3.pdf', '4.pdf'))
  expect(screen.getAllByText('Waits for the others')).toHaveLength(1)
  await act(async () => at(1).resolve('/api/bands/band/uploads/u2'))
  await expect.poll(() => sent).toHaveLength(4)
})

it('a failed upload shows the message of the server, and Try again continues the same upload', async () => {
  await act(() => start('Dakota.pdf'))
  at(0).onAddress('/api/bands/band/uploads/u1')
  const full = new ApiError(507, '', '{"code":"storage_full","message":"The band’s 2 GB are used up."}')
  await act(async () => at(0).reject(full))
  expect(screen.getByText('The band’s 2 GB are used up.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try Dakota.pdf again' }))
  await expect.poll(() => sent).toHaveLength(2)
  expect(at(1).address).toBe('/api/bands/band/uploads/u1')
})

it('an upload that failed without a network goes on by itself when the connection is back', async () => {
  await act(() => start('Dakota.pdf'))
  markConnectionLost()
  await act(async () => at(0).reject(new NetworkError(null)))
  expect(screen.getByText(noConnectionText)).toBeTruthy()
  act(() => markConnected())
  await expect.poll(() => sent).toHaveLength(2)
  expect(screen.queryByText(noConnectionText)).toBeNull()
})

it('if `use` of a finished upload rejects, the upload shows the message of the server', async () => {
  use.mockRejectedValue(new ApiError(422, '', '{"code":"unsupported_file","message":"A chart can be a PDF."}'))
  await act(() => start('Dakota.docx'))
  await act(async () => at(0).resolve('/api/bands/band/uploads/u1'))
  expect(screen.getByText('A chart can be a PDF.')).toBeTruthy()
})

it.each([
  [413, 'too_large'],
  [422, 'unsupported_file'],
])('a file that the server refuses with %s %s has no button to try again', async (status, code) => {
  await act(() => start('Dakota.docx'))
  await act(async () => at(0).reject(new ApiError(status, '', JSON.stringify({ code, message: 'No' }))))
  expect(screen.getByRole('button', { name: 'Remove Dakota.docx' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Dakota.docx again' })).toBeNull()
})

it('a cancelled upload is aborted and its address is forgotten, so that an upload of the same file begins anew', async () => {
  await act(() => start('Dakota.pdf'))
  at(0).onAddress('/api/bands/band/uploads/u1')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel Dakota.pdf' })))
  expect(at(0).signal.aborted).toBe(true)
  await act(() => start('Dakota.pdf'))
  expect(at(1).address).toBeNull()
})

it('an upload that the member cancels ends only after `onStop` has run', async () => {
  const stopped = Promise.withResolvers<void>()
  const upload = {
    bandId: 'band',
    purpose: 'chart',
    target: 'song',
    name: 'Dakota.pdf',
    file: pdf('Dakota.pdf'),
  } as const
  const onStop = vi.fn<(refusal: UploadRefusal | null) => Promise<void>>(() => stopped.promise)
  const onEnd = vi.fn<() => void>()
  await act(async () => void startUpload({ ...upload, use, onStop }).then(onEnd))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel Dakota.pdf' }))
  await act(async () => {})
  expect(onStop).toHaveBeenCalledExactlyOnceWith(null)
  expect(onEnd).not.toHaveBeenCalled()
  stopped.resolve()
  await expect.poll(() => onEnd).toHaveBeenCalledOnce()
})

const aQueuedUpload = (name: string, bandId: string | null) =>
  ({ bandId, purpose: bandId === null ? 'band' : 'chart', target: 'song', name, file: pdf(name), use }) as const

it('a 422 for an upload calls `onStop` with the message of the server, and a 401 does not call `onStop`', async () => {
  const onStop = vi.fn<(refusal: UploadRefusal | null) => Promise<void>>(async () => {})
  for (const name of ['1.pdf', '2.pdf'])
    await act(async () => void startUpload({ ...aQueuedUpload(name, 'band'), onStop }))
  await expect.poll(() => sent).toHaveLength(2)
  await act(async () => at(0).reject(new ApiError(401, '', '{"code":"not_signed_in","message":"Sign in again."}')))
  expect(onStop).not.toHaveBeenCalled()
  await act(async () => at(1).reject(new ApiError(422, '', '{"code":"unsupported_file","message":"No PDF."}')))
  expect(onStop).toHaveBeenCalledExactlyOnceWith({ message: 'No PDF.', canRetry: false })
})

it('the upload for a band that the member has left is cancelled, and an upload for no band goes on', async () => {
  for (const [name, bandId] of [
    ['Dakota.pdf', 'band'],
    ['Foxes.zip', null],
  ] as const)
    await act(async () => void startUpload(aQueuedUpload(name, bandId)))
  await expect.poll(() => sent).toHaveLength(2)
  act(() => dropUploadsOfLeftBands(['other']))
  expect([screen.queryByText('Dakota.pdf'), screen.queryByText('Foxes.zip') !== null]).toEqual([null, true])
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

it('a file that is chosen again continues at the stored address of its upload, and the same file for another target begins anew', async () => {
  localStorage.setItem(
    'gaffer.uploads',
    JSON.stringify([{ key: 'band chart song Dakota.pdf 4 1', address: '/api/bands/band/uploads/u1', at: Date.now() }]),
  )
  await act(() => start('Dakota.pdf'))
  void startUpload({
    bandId: 'band',
    purpose: 'chart',
    target: 'other',
    name: 'Dakota.pdf',
    file: pdf('Dakota.pdf'),
    use,
  })
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent.map(({ address }) => address)).toEqual(['/api/bands/band/uploads/u1', null])
  at(1).reject(new NetworkError(null))
})

it.each([
  [null, 'POST', true],
  [503, 'POST', true],
  [409, 'PATCH', true],
  [429, 'PATCH', true],
  [429, 'POST', false],
  [413, 'POST', false],
  [507, 'PATCH', false],
  [401, 'HEAD', false],
])('isWorthRetrying after a failure with status %s of a %s request of an upload is %s', (status, method, isRetried) => {
  const error = status === null ? new NetworkError(null) : new ApiError(status, '', '')
  expect(isWorthRetrying(error, method)).toBe(isRetried)
})
