import 'fake-indexeddb/auto'

import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readRunningRecording } from '#features/practice/song-marking.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { Recorder } from './recorder.tsx'
import { startRecording, stopRecording, useRecorder } from './recorder-store.ts'
import { listTakes, readTake } from './take-database.ts'

class FakeMediaRecorder extends EventTarget {
  readonly mimeType = 'audio/webm'
  state = 'inactive'
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
  emitPiece() {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['piece']) }))
  }
}

class FakeAudioContext {
  createAnalyser = () => ({ getFloatTimeDomainData: () => {} })
  createMediaStreamSource = () => ({ connect: () => {} })
  close = async () => {}
}

const userId = '0190a000-0000-7000-8000-000000000001'
const take = { userId, bandId: 'band', name: 'Practice 19:00' }
const stopTrack = vi.fn<() => void>()
const getUserMedia = vi.fn<() => Promise<unknown>>()
let recorder: FakeMediaRecorder

beforeEach(() => {
  function MediaRecorder() {
    recorder = new FakeMediaRecorder()
    return recorder
  }
  vi.stubGlobal('MediaRecorder', Object.assign(MediaRecorder, { isTypeSupported: () => true }))
  vi.stubGlobal('AudioContext', FakeAudioContext)
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia } })
  getUserMedia.mockReset().mockResolvedValue({ getTracks: () => [{ stop: stopTrack }] })
  stopTrack.mockReset()
})
afterEach(() => vi.restoreAllMocks())

it('a recorded take is as long as its stored pieces, also when a song is marked while a piece is being stored, and the end of the recording releases the microphone', async () => {
  const { result } = renderHook(() => useRecorder())
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  await act(() => startRecording({ ...take, eventId: 'marked' }))
  now.mockReturnValue(6200)
  act(() => recorder.emitPiece())
  now.mockReturnValue(7900)
  act(() => readRunningRecording()?.mark('ruby'))
  await waitFor(() => expect(result.current.take?.seconds).toBe(5.2))
  await waitFor(async () =>
    expect(await listTakes(userId, 'marked')).toMatchObject([
      { seconds: 5.2, marks: [{ songId: 'ruby', atSeconds: 6 }], isStopped: false },
    ]),
  )
  act(stopRecording)
  await waitFor(async () =>
    expect(await listTakes(userId, 'marked')).toMatchObject([{ seconds: 5.2, isStopped: true }]),
  )
  expect(stopTrack).toHaveBeenCalledOnce()
})

it('a recording that is stopped while its last pieces are being stored ends with these pieces', async () => {
  const { result } = renderHook(() => useRecorder())
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  await act(() => startRecording({ ...take, eventId: 'last pieces' }))
  for (const time of [6200, 7900]) {
    now.mockReturnValue(time)
    act(() => recorder.emitPiece())
  }
  act(stopRecording)
  await waitFor(() => expect(result.current.take).toBeNull())
  const takes = await listTakes(userId, 'last pieces')
  expect(takes).toMatchObject([{ seconds: 6.9, isStopped: true }])
  expect(await Promise.all(takes.map(async (one) => (await readTake(one)).text()))).toEqual(['piecepiece'])
})

it('two calls of startRecording at once ask for the microphone once and store one take', async () => {
  const { result } = renderHook(() => useRecorder())
  await act(() =>
    Promise.all([startRecording({ ...take, eventId: 'twice' }), startRecording({ ...take, eventId: 'twice' })]),
  )
  expect(getUserMedia).toHaveBeenCalledOnce()
  expect(await listTakes(userId, 'twice')).toHaveLength(1)
  act(stopRecording)
  await waitFor(() => expect(result.current.take).toBeNull())
})

it('a recording that cannot be stored on the device does not begin, and releases the microphone', async () => {
  const { result } = renderHook(() => useRecorder())
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await act(() => startRecording({ ...take, eventId: 'full' }))
  expect(result.current).toMatchObject({
    take: null,
    problem: 'There is no room left on this device, so the recording did not begin.',
  })
  expect(recorder.state).toBe('inactive')
  expect(stopTrack).toHaveBeenCalledOnce()
})

it('the recorder tells screen readers that it records, and that it has stopped', async () => {
  await renderPage(<Recorder event={anEvent({ type: 'gig' })} songs={[]} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [] }]],
  })
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Record' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Recording'))
  fireEvent.click(screen.getByRole('button', { name: 'Stop recording' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Recording stopped'))
})
