import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'
import { PostponedChangeBanner } from './app-banners.tsx'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { OutboxDialogs } from './outbox-dialogs.tsx'
import { addChange, listChanges, removeChangesOfUser, updateChange } from '#offline/outbox-store.ts'
import { startOutbox } from '#offline/page-outbox.ts'

const before = anEvent({ title: 'Tonight', notes: 'Old' })
const theirs = { ...before, notes: 'Theirs', version: before.version + 1 }
const song = { songId: null, title: 'Valerie', writers: null, isOwn: false, seconds: null }
const played = { items: [song], reportedOn: null, version: 1 }
const user = aUser()
let isDown = false

beforeAll(async () => {
  await import('#lib/check-response.ts')
  vi.stubGlobal('fetch', async (path: string) => {
    if (isDown) return Response.json({ code: 'internal', message: 'No' }, { status: 500 })
    if (path.endsWith('/played')) return Response.json({ ...played, items: [], version: 2 })
    return path.endsWith(before.id) ? Response.json(theirs) : Response.json([])
  })
  queryClient.setQueryData(meQueryOptions.queryKey, { user, bands: [anOwnMembership()] })
  await addChange({
    userId: user.id,
    endpoint: 'PATCH /api/bands/:bandId/events/:eventId',
    params: { bandId: anOwnMembership().bandId, eventId: before.id },
    body: { notes: 'Mine' },
    version: before.version,
    idempotencyKey: 'k1',
    subjectId: before.id,
    words: 'Your changes to Tonight',
    before,
  })
  const [change] = await listChanges(user.id)
  await updateChange(change?.id ?? 0, { problem: { kind: 'conflict' } })
  await startOutbox()
})

const dialog = () => screen.findByRole('dialog', { name: 'Tonight was changed in the meantime' })
const choose = () => act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Choose' })))

it('the dialog about an edit conflict of an offline edit can be closed: the edit stays, and a banner asks again', async () => {
  await renderPage(
    <>
      <PostponedChangeBanner />
      <OutboxDialogs />
    </>,
  )
  expect((await dialog()).textContent).toContain('Theirs: Theirs')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await listChanges(user.id)).toMatchObject([{ body: { notes: 'Mine' }, problem: { kind: 'conflict' } }])
  expect(screen.getByText('Your changes to Tonight: not saved yet')).toBeTruthy()

  // The banner also stays if the stored version cannot be read.
  isDown = true
  await choose()
  expect(await screen.findByRole('button', { name: 'Choose' })).toBeTruthy()
  isDown = false
  await choose()
  expect((await dialog()).textContent).toContain('Yours: Mine')
  expect(screen.queryByRole('button', { name: 'Choose' })).toBeNull()
})

it('an offline edit of a played list with an edit conflict stays in the outbox, and a dialog shows both versions', async () => {
  await removeChangesOfUser(user.id)
  await addChange({
    userId: user.id,
    endpoint: 'PUT /api/bands/:bandId/events/:eventId/played',
    params: { bandId: anOwnMembership().bandId, eventId: before.id },
    body: { items: [{ songId: null, title: 'Dakota' }], reportedOn: null },
    version: played.version,
    idempotencyKey: 'k2',
    subjectId: before.id,
    words: 'What was played at Tonight',
    before: played,
  })
  const [change] = await listChanges(user.id)
  await updateChange(change?.id ?? 0, { problem: { kind: 'conflict' } })
  await renderPage(<OutboxDialogs />)
  const asked = await screen.findByRole('dialog', { name: 'What was played was changed in the meantime' })
  expect(asked.textContent).toContain('Theirs: NoneYours: Dakota')
  expect(await listChanges(user.id)).toMatchObject([{ version: 1, problem: { kind: 'conflict' } }])
})

/** Replaces the waiting changes by a refused one. Returns the text of the refusal. */
async function storeRefusedChange(endpoint: string, body: object, words: string): Promise<string> {
  await removeChangesOfUser(user.id)
  return addRefusedChange(endpoint, body, words, 'n1')
}

async function addRefusedChange(endpoint: string, body: object, words: string, subjectId: string): Promise<string> {
  await addChange({
    userId: user.id,
    endpoint,
    params: { bandId: anOwnMembership().bandId, eventId: before.id },
    body,
    version: null,
    idempotencyKey: `k3 ${subjectId}`,
    subjectId,
    words,
    before: null,
  })
  const change = (await listChanges(user.id)).at(-1)
  const text = `${words}: it has been deleted, or you are no longer in the band.`
  await updateChange(change?.id ?? 0, { problem: { kind: 'refused', text } })
  return text
}

it.each([
  [
    'a note',
    'POST /api/bands/:bandId/notes',
    { text: 'Which van?', poll: { choices: ['Red', 'Blue'] } },
    'Which van?\nRed\nBlue',
  ],
  [
    'a gig sheet',
    'PUT /api/bands/:bandId/events/:eventId/gig-sheet',
    {
      times: [],
      address: '89 De Grey Street',
      gettingThere: 'Through the yard',
      gear: null,
      hospitality: 'Five meals',
    },
    '89 De Grey Street\nThrough the yard\nFive meals',
  ],
])(
  'the dialog about refused changes shows the text of %s, and OK deletes the refused change',
  async (_, endpoint, body, written) => {
    const text = await storeRefusedChange(endpoint, body, 'Your change')
    await renderPage(<OutboxDialogs />)
    const refused = await screen.findByRole('dialog', { name: 'A change was not sent' })
    expect([...refused.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([text + written])
    fireEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(async () => expect(await listChanges(user.id)).toEqual([]))
  },
)

it('the banner after the dialog about two refused changes was closed counts both', async () => {
  await storeRefusedChange('POST /api/bands/:bandId/notes', { text: 'Which van?' }, 'Your note on Tonight')
  await addRefusedChange('POST /api/bands/:bandId/notes', { text: 'Whose amp?' }, 'Your note on Tonight', 'n2')
  await renderPage(
    <>
      <PostponedChangeBanner />
      <OutboxDialogs />
    </>,
  )
  const dialogOfBoth = await screen.findByRole('dialog', { name: '2 changes were not sent' })
  fireEvent.click(within(dialogOfBoth).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('2 changes were not sent')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(async () => expect(await listChanges(user.id)).toEqual([]))
})

it('the dialog about a refused change can be closed without OK: the change stays, and a banner shows why it was refused until OK', async () => {
  const text = await storeRefusedChange('POST /api/bands/:bandId/notes', { text: 'Which van?' }, 'Your note on Tonight')
  await renderPage(
    <>
      <PostponedChangeBanner />
      <OutboxDialogs />
    </>,
  )
  await screen.findByRole('dialog', { name: 'A change was not sent' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await listChanges(user.id)).toMatchObject([{ body: { text: 'Which van?' }, problem: { kind: 'refused' } }])
  expect(screen.getByText('A change was not sent')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  const dialogAgain = await screen.findByRole('dialog', { name: 'A change was not sent' })
  expect(dialogAgain.textContent).toContain('Which van?')
  fireEvent.click(within(dialogAgain).getByRole('button', { name: 'OK' }))
  await waitFor(async () => expect(await listChanges(user.id)).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
})
