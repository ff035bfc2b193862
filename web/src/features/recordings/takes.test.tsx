import 'fake-indexeddb/auto'

import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UploadRows } from '#features/files/upload-rows.tsx'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { aRecording } from '#testing/recording-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { settleAgreement, useIsAgreementAsked } from './agreement.ts'
import { stopPlayer } from './player-store.ts'
import { recordingTarget, resumeTakes } from './send-recording.ts'
import { deleteTake, listTakes, setTakeSending, storePiece, type Take } from './take-database.ts'
import { Takes } from './takes.tsx'

type Sent = { resolve: (address: string) => void; reject: (error: unknown) => void }
const sent: Sent[] = []
vi.mock('#features/files/send-by-tus.ts', () => ({
  sendByTus: ({ signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      sent.push({ resolve, reject })
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    }),
}))

/** A take is sent as it was recorded, because there is no worker that adds an index. */
class FailingWorker extends EventTarget {
  postMessage() {
    queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
  terminate() {}
}

const user = aUser()
const membership = anOwnMembership()
const { bandId } = membership
const event = anEvent({ bandId })
const take: Take = {
  id: 'take',
  userId: user.id,
  bandId,
  eventId: event.id,
  name: 'Practice 19:00',
  mime: 'audio/webm',
  startedAt: 0,
  storedAt: 0,
  seconds: 5,
  marks: [],
  isStopped: true,
  isSending: false,
}

function Agreement() {
  return useIsAgreementAsked() && <p>Has everybody agreed?</p>
}

async function show() {
  await renderPage(
    <>
      <Takes event={event} songs={[aSong({ bandId })]} />
      <UploadRows target={recordingTarget({ bandId, eventId: event.id })} />
      <Agreement />
    </>,
    { cached: [[queryKeyOf('GET /api/me', {}), { user, bands: [membership] }]] },
  )
}

beforeEach(async () => {
  sent.length = 0
  vi.stubGlobal('Worker', FailingWorker)
  await storePiece(take, 0, new TextEncoder().encode('sound').buffer)
})

afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: /^(Cancel|Remove) / })) fireEvent.click(button)
  await deleteTake(take.id)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const isSending = async () => (await listTakes(user.id, event.id)).map((one) => one.isSending)

async function pressSend() {
  fireEvent.click(await screen.findByRole('button', { name: 'Send Practice 19:00' }))
  await waitFor(() => expect(sent).toHaveLength(1))
}

it('a take whose upload the member cancelled is listed again, and is no longer stored as being sent', async () => {
  await show()
  await pressSend()
  expect(await isSending()).toEqual([true])
  fireEvent.click(screen.getByRole('button', { name: /^Cancel / }))
  await waitFor(async () => expect(await isSending()).toEqual([false]))
  expect(await screen.findByRole('button', { name: 'Send Practice 19:00' })).toBeTruthy()
})

it('after “Not yet” to the question whether everybody agreed to be recorded, the reason is shown and the take is no longer stored as being sent', async () => {
  const message = recordingMessages.agreementNeeded
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ code: 'invalid_input', message, issues: [{ path: 'agreed', message }] }, { status: 400 }),
  )
  await show()
  await pressSend()
  await act(async () => sent[0]?.resolve(`/api/bands/${bandId}/uploads/u1`))
  await screen.findByText('Has everybody agreed?')
  act(() => settleAgreement(false))
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(async () => expect(await isSending()).toEqual([false]))
})

it('resumeTakes sends a take that was being sent when the page was closed, adds the recording, and deletes the take from the device', async () => {
  const posted = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(aRecording()))
  await setTakeSending(take.id, true)
  const done = resumeTakes(new QueryClient(), user.id)
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.resolve(`/api/bands/${bandId}/uploads/u1`)
  await done
  expect(posted.mock.calls.map(([address]) => address)).toEqual([`/api/bands/${bandId}/recordings`])
  expect(JSON.parse(String(posted.mock.calls[0]?.[1]?.body))).toEqual({
    uploadId: 'u1',
    eventId: event.id,
    name: 'Practice 19:00',
    recordedAt: '1970-01-01T00:00:00.000Z',
    seconds: 5,
    marks: [],
  })
  expect(await listTakes(user.id, event.id)).toEqual([])
})

it('a recording is added with the id of its take as the idempotency key, and the response idempotency_key_reused deletes the take from the device', async () => {
  const keys: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, options) => {
    keys.push(new Headers(options?.headers).get('idempotency-key'))
    return errorResponse(422, 'idempotency_key_reused')
  })
  await setTakeSending(take.id, true)
  const done = resumeTakes(new QueryClient(), user.id)
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.resolve(`/api/bands/${bandId}/uploads/u2`)
  await done
  expect(keys).toEqual([take.id])
  expect(await listTakes(user.id, event.id)).toEqual([])
})

it('resumeTakes sends neither a take that the member has not sent, nor a take of another account', async () => {
  await resumeTakes(new QueryClient(), user.id)
  await setTakeSending(take.id, true)
  await resumeTakes(new QueryClient(), 'other')
  expect(sent).toEqual([])
})

it('a take that another tab has sent is not sent again', async () => {
  await show()
  const button = await screen.findByRole('button', { name: 'Send Practice 19:00' })
  const other = await openDB('gaffer-takes')
  await other.clear('takes')
  other.close()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send Practice 19:00' })).toBeNull())
  expect(sent).toEqual([])
})

it('a take plays from this device while it is being sent, and its player has no button to add a mark', async () => {
  const audio = document.createElement('audio')
  vi.stubGlobal('Audio', function Audio() {
    return audio
  })
  const start = vi.spyOn(audio, 'play').mockImplementation(async () => void audio.dispatchEvent(new Event('play')))
  vi.spyOn(audio, 'pause').mockReturnValue()
  vi.spyOn(audio, 'load').mockReturnValue()
  const contents: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => `blob:${contents.push(content as Blob)}`)
  await show()
  await pressSend()
  expect(screen.queryByRole('button', { name: 'Send Practice 19:00' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Play Practice 19:00' }))
  expect(await screen.findByRole('slider', { name: 'Place in the recording' })).toBeTruthy()
  expect(start).toHaveBeenCalledOnce()
  expect(audio.src).toBe('blob:1')
  expect(await contents[0]?.text()).toBe('sound')
  expect(screen.getByRole('button', { name: 'Pause Practice 19:00' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Begins at/ })).toBeNull()
  act(stopPlayer)
})

it('a take of a page that was closed while it recorded is listed once it gets no more pieces', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const closed = { ...take, id: 'take 2', name: 'Practice 20:00', isStopped: false, storedAt: Date.now() }
  await storePiece(closed, 0, new TextEncoder().encode('sound').buffer)
  await show()
  await screen.findByRole('button', { name: 'Send Practice 19:00' })
  expect(screen.queryByRole('button', { name: 'Send Practice 20:00' })).toBeNull()
  act(() => void vi.advanceTimersByTime(15_001))
  expect(await screen.findByRole('button', { name: 'Send Practice 20:00' })).toBeTruthy()
  await deleteTake(closed.id)
})

it('the buttons that send two takes have different names', async () => {
  const second = { ...take, id: 'take 2', name: 'Practice 20:00' }
  await storePiece(second, 0, new TextEncoder().encode('sound').buffer)
  await show()
  const buttons = await screen.findAllByRole('button', { name: /^Send/ })
  expect(buttons.map((one) => one.getAttribute('aria-label')).toSorted()).toEqual([
    'Send Practice 19:00',
    'Send Practice 20:00',
  ])
  await deleteTake(second.id)
})
