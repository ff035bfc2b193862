import type { PlayedList } from '@gaffer/domain/played/played'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { waitUntilChangesSent } from '#testing/all-changes-sent.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { applyPlayed } from './apply-played.ts'
import { EventPlayed } from './event-played.tsx'
import { rebasePlayed } from './played-edit-conflict.ts'
// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
import '#lib/check-response.ts'

const membership = anOwnMembership()
const { bandId } = membership
const gig = anEvent({ bandId, type: 'gig', date: '2027-03-12' })
const item = (title: string, isOwn = false) => ({ songId: title, title, writers: null, isOwn, seconds: null })
const fromSetlist: PlayedList = { items: [item('Opener'), item('Closer')], reportedOn: null, version: 0 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-13T12:00:00Z') }))
afterEach(async () => {
  await waitUntilChangesSent()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (played: PlayedList, event = gig) =>
  renderPage(<EventPlayed event={event} bandId={bandId} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/played', { params: { bandId, eventId: event.id } }), played],
      [queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } }), [aSong({ id: 'Dakota', title: 'Dakota' })]],
    ],
  })
const rows = () => within(screen.getByRole('list')).getAllByRole('checkbox') as HTMLInputElement[]

test('the played list starts as the set list, a tap takes a song out, and another song can be added', async () => {
  await show(fromSetlist)
  fireEvent.click(rows()[1] as HTMLElement)
  fireEvent.change(screen.getByLabelText('Add a song'), { target: { value: 'dakota' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(rows().map((row) => [row.getAttribute('aria-label'), row.checked])).toEqual([
    ['Opener played', true],
    ['Closer played', false],
    ['Dakota played', true],
  ])
})

test('a song that is typed but not added is saved with the played list', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(JSON.parse(body as string))
    return Response.json({ ...fromSetlist, version: 1 })
  })
  await show(fromSetlist)
  fireEvent.change(screen.getByLabelText('Add a song'), { target: { value: ' Happy Birthday ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ items: [{ title: 'Opener' }, { title: 'Closer' }, { title: 'Happy Birthday' }] })
})

test('a song that is taken out while a save of the played list runs stays out, and the next save sends the list without it', async () => {
  const sent: { version: string | null; body: unknown }[] = []
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (method !== 'PUT') return Response.json(fromSetlist)
    sent.push({ version: new Headers(headers).get('if-match'), body: JSON.parse(body as string) })
    await isReleased
    return Response.json({ ...fromSetlist, version: sent.length })
  })
  const setlist = { ...fromSetlist, items: [item('Opener'), item('Closer'), item('Encore')] }
  // An event of its own: the outbox remembers the version that it last stored.
  await show(setlist, anEvent({ ...gig, id: '0190a000-0000-7000-8000-0000000000e9' }))
  fireEvent.click(rows()[1] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.click(rows()[2] as HTMLElement)
  release()
  await waitUntilChangesSent()
  expect(rows().map(({ checked }) => checked)).toEqual([true, false, false])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ version: '"1"', body: { items: [{ title: 'Opener' }] } })
})

test('a song that is taken out during a save that gets a 412 stays out after "Keep mine"', async () => {
  const named = (title: string) => ({ ...item(title), songId: null })
  const before = { ...fromSetlist, items: [named('Opener'), named('Closer'), named('Encore')], version: 1 }
  const theirs = { ...before, items: [named('Encore')], version: 2 }
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  let sentCount = 0
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(theirs)
    sentCount += 1
    if (sentCount > 1) return Response.json({ ...before, items: [named('Opener'), named('Encore')], version: 3 })
    await isReleased
    return Response.json({ code: 'stale', message: 'Changed' }, { status: 412, headers: { etag: '"2"' } })
  })
  await show(before, anEvent({ ...gig, id: '0190a000-0000-7000-8000-0000000000ea' }))
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  fireEvent.click(rows()[1] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentCount).toBe(1))
  fireEvent.click(rows()[2] as HTMLElement)
  release()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitUntilChangesSent()
  expect(sentCount).toBe(2)
  expect(rows().map(({ checked }) => checked)).toEqual([true, false, false])
})

test('a saved played list with own songs has a switch "Reported" and the button "Download for PRS"', async () => {
  await show({ items: [item('Opener', true)], reportedOn: '2027-03-13', version: 1 })
  const reported = screen.getByRole('switch', { name: /Reported on Sat 13 Mar/ })
  expect((reported as HTMLInputElement).checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Download for PRS' })).toBeTruthy()
})

test('before the day of a gig, its page does not ask what was played', async () => {
  await show(fromSetlist, anEvent({ ...gig, date: '2027-03-14' }))
  expect(screen.queryByRole('heading', { name: 'What did you play?' })).toBeNull()
})

test('a played list that waits to be sent keeps the titles of its songs', () => {
  const { items, version } = applyPlayed(fromSetlist, {
    items: [{ songId: 'Closer' }, { songId: null, title: 'Happy Birthday' }],
  })
  expect([items.map(({ title }) => title), version]).toEqual([['Closer', 'Happy Birthday'], 1])
})

test('saving a played list that another member changed asks which version to keep, and "Keep mine" saves over the newer version', async () => {
  const named = (title: string) => ({ ...item(title), songId: null })
  const saved = { items: [named('Opener'), named('Closer')], reportedOn: null, version: 1 }
  const theirs = { ...saved, items: [named('Closer')], version: 2 }
  const sent: [version: string | null, body: unknown][] = []
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(theirs)
    const version = new Headers(headers).get('if-match')
    sent.push([version, JSON.parse(body as string)])
    return version === '"2"'
      ? Response.json({ ...saved, items: [named('Opener')], version: 3 })
      : Response.json({ code: 'stale', message: 'Changed' }, { status: 412, headers: { etag: '"2"' } })
  })
  await show(saved)
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  fireEvent.click(rows()[1] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'What was played was changed in the meantime' })
  expect(dialog.textContent).toContain('Theirs: CloserYours: Opener')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const mine = { items: [{ songId: null, title: 'Opener' }], reportedOn: null }
  expect(sent).toEqual([
    ['"1"', mine],
    ['"2"', mine],
  ])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})

test('an edit that only switches "Reported" on keeps the songs of the member who saved first', () => {
  const before = { items: [item('Opener', true)], reportedOn: null, version: 1 }
  const theirs = { items: [item('Closer', true)], reportedOn: null, version: 2 }
  const body = { items: [{ songId: 'Opener', title: 'Opener' }], reportedOn: '2027-03-13' }
  expect(rebasePlayed({ before, body }, theirs)).toEqual({
    before: theirs,
    body: { items: [{ songId: 'Closer', title: 'Closer' }], reportedOn: '2027-03-13' },
  })
})

test('the switch "Reported" stores the day on which it is switched on, and stores no day once it is switched off', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    const reportedOn = method === 'PUT' ? JSON.parse(body as string).reportedOn : null
    if (method === 'PUT') sent.push(reportedOn)
    return Response.json({ items: [item('Opener', true)], reportedOn, version: sent.length + 1 })
  })
  await show(
    { items: [item('Opener', true)], reportedOn: null, version: 1 },
    anEvent({ ...gig, id: '0190a000-0000-7000-8000-0000000000f1' }),
  )
  fireEvent.click(screen.getByRole('switch', { name: 'Reported' }))
  await waitFor(() => expect(sent).toEqual(['2027-03-13']))
  await waitUntilChangesSent()
  fireEvent.click(await screen.findByRole('switch', { checked: true }))
  await waitFor(() => expect(sent).toEqual(['2027-03-13', null]))
})
