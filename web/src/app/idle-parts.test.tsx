import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startUpload } from '#features/files/upload-store.ts'
import { listEndedTakes, storeTake } from '#features/recordings/take-database.ts'
import { deleteUserValues, readStored, writeStored } from '#lib/browser-storage.ts'
import { readFormDraft, storeFormDraft } from '#lib/form-drafts.ts'
import { meQueryOptions } from '#lib/me.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aTake } from '#testing/take-fixture.ts'
import { IdleParts } from './idle-parts.tsx'

const sendByTus = vi.fn<(upload: { signal: AbortSignal; onAddress: (address: string) => void }) => Promise<string>>()
vi.mock('#features/files/send-by-tus.ts', () => ({
  sendByTus: (...args: Parameters<typeof sendByTus>) => sendByTus(...args),
}))

const user = aUser()
const own = anOwnMembership()
const left = anOwnMembership({
  id: '0190a000-0000-7000-8000-0000000000b7',
  bandId: '0190a000-0000-7000-8000-0000000000b8',
})

beforeEach(() => {
  sendByTus.mockReset().mockReturnValue(new Promise(() => undefined))
})
afterEach(deleteUserValues)

/** Shows the page of a member of both bands. Returns a function that ends the membership of `left`, as after a removal. */
async function show() {
  const { client } = await renderPage(<IdleParts />, {
    cached: [[meQueryOptions.queryKey, { user, bands: [own, left] }]],
  })
  return () => act(async () => client.setQueryData(meQueryOptions.queryKey, { user, bands: [own] }))
}

it('after the removal of the user from a band, the draft of that band is deleted and the upload to that band is cancelled; the draft and the upload of another band stay', async () => {
  const draftNames = [own, left].map(({ bandId }) => `note/${bandId}/event:e`)
  for (const name of draftNames) storeFormDraft(user.id, name, { text: 'Half written' })
  for (const { bandId } of [own, left])
    startUpload({ bandId, purpose: 'chart', file: new Blob(['a']), name: 'a.pdf', target: 's', use: async () => {} })
  await expect.poll(() => sendByTus).toHaveBeenCalledTimes(2)
  const uploads = sendByTus.mock.calls.map(([upload]) => upload)
  for (const { onAddress } of uploads) onAddress('/u')
  const end = await show()
  expect(JSON.parse(readStored('uploads') ?? '')).toHaveLength(2)

  await end()
  await expect.poll(() => uploads.map(({ signal }) => signal.aborted)).toEqual([false, true])
  expect(JSON.parse(readStored('uploads') ?? '')).toMatchObject([
    { key: expect.stringContaining(own.bandId) as string },
  ])
  expect(draftNames.map((name) => readFormDraft(user.id, name) !== null)).toEqual([true, false])
})

it('after the removal of the user from a band, the stored address of an upload to that band that an earlier page left unfinished is deleted', async () => {
  writeStored('uploads', JSON.stringify([{ key: `${left.bandId} chart s a.pdf 1 0`, address: '/u', at: Date.now() }]))
  const end = await show()
  expect(readStored('uploads')).not.toBeNull()
  await end()
  await expect.poll(() => readStored('uploads')).toBeNull()
})

it('after the removal of the user from a band, a text names the unsent recording of that band, which stays on the device until the user deletes it', async () => {
  const ofOwn = aTake({ userId: user.id, bandId: own.bandId, name: 'Elsewhere' })
  const ofLeft = aTake({ userId: user.id, bandId: left.bandId, name: 'Practice 19:00', seconds: 3729 })
  for (const take of [ofOwn, ofLeft]) await storeTake(take)
  const end = await show()
  expect(screen.queryByText(/Practice 19:00/)).toBeNull()

  await end()
  expect(
    await screen.findByText('Only on this device, and cannot be sent any more: Practice 19:00 (1:02:09).'),
  ).toBeTruthy()
  expect(await listEndedTakes(user.id)).toEqual([ofOwn, ofLeft])
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  // The dialog ignores presses for its first 500 ms.
  await waitFor(async () => {
    fireEvent.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1) as HTMLElement)
    expect(await listEndedTakes(user.id)).toEqual([ofOwn])
  })
  await waitFor(() => expect(screen.queryByText(/Practice 19:00/)).toBeNull())
})
