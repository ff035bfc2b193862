import { NoteInput, type Note } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { updateOutboxState } from '#offline/outbox-state.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { aNote } from '#testing/note-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { NotesSection } from './notes-section.tsx'

const membership = anOwnMembership()
const { bandId, id: membershipId } = membership
const { about } = aNote()

const show = (notes: Note[], takesReports = false, savingDisabled: string | null = null) =>
  renderPage(
    <NotesSection
      {...{ bandId, membershipId, about }}
      isAdmin={false}
      name="Launch"
      noteCount={notes.length}
      hasUnreadNotes={false}
    />,
    {
      savingDisabled,
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
        [queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId } }), [membership]],
        [queryKeyOf('GET /api/settings', {}), { takesReports }],
        [
          queryKeyOf('GET /api/bands/:bandId/notes', { params: { bandId }, query: { about: `event:${about.id}` } }),
          { notes, isMuted: false },
        ],
      ],
    },
  )

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-12T12:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  updateOutboxState({ changes: [], unstored: [] })
})

it('a thread without notes says what notes are for', async () => {
  await show([])
  expect(await screen.findByText(noteMessages.noNotes.event)).toBeTruthy()
})

it('a note shows its writer and its age, and a link in the text of the note opens in a new tab', async () => {
  await show([aNote({ text: 'See https://example.org/plan.' })])
  const link = await screen.findByRole('link', { name: 'https://example.org/plan' })
  expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    'noopener noreferrer nofollow ugc',
    '_blank',
  ])
  expect(screen.getByText('Ros')).toBeTruthy()
  expect(screen.getByText('5 minutes ago')).toBeTruthy()
})

it('a poll has a button for each choice, with its voters, until the poll is closed', async () => {
  const choices = [
    { id: 'c1', label: 'Red', membershipIds: [membershipId] },
    { id: 'c2', label: 'Black', membershipIds: [] },
  ]
  const open = aNote({ text: 'What to wear?', poll: { choices, allowsSeveral: false, closesOn: null } })
  const closed = { ...open, id: 'n2', poll: { choices, allowsSeveral: false, closesOn: '2027-03-11' } }
  await show([open, closed])
  const [first, second] = await screen.findAllByRole('group', { name: 'Choices: What to wear?' })
  expect(
    within(first as HTMLElement)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-pressed')),
  ).toEqual(['true', 'false'])
  expect(within(first as HTMLElement).getByRole('button', { name: /^Red/ }).textContent).toContain('voted for by Ros')
  expect(within(second as HTMLElement).queryAllByRole('button')).toEqual([])
  expect(within(second as HTMLElement).getByText('Closed')).toBeTruthy()
})

it('a note is sent as a valid NoteInput with the ids of the mentioned members', async () => {
  let sent: unknown
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST') sent = JSON.parse(body as string)
    return new Promise(() => undefined)
  })
  await show([])
  await userEvent.type(await screen.findByLabelText('Write a note'), '@Ros, who drives?')
  await userEvent.click(screen.getByRole('button', { name: 'Send the note' }))
  await waitFor(() => expect(sent).toBeDefined())
  expect(NoteInput.parse(sent)).toMatchObject({ about, text: '@Ros, who drives?', mentions: [membershipId] })
})

it('without a network, notes can be written and votes cast, but a changed note cannot be saved', async () => {
  const choices = [
    { id: 'c1', label: 'Red', membershipIds: [] },
    { id: 'c2', label: 'Black', membershipIds: [] },
  ]
  const poll = { choices, allowsSeveral: false, closesOn: null }
  await show([aNote({ writtenBy: membershipId, poll })], false, 'No connection')
  const ariaDisabledOf = (name: string | RegExp) => screen.getByRole('button', { name }).getAttribute('aria-disabled')
  expect([
    await screen.findByText('Who drives?').then(() => ariaDisabledOf('Send the note')),
    ariaDisabledOf(/^Red/),
  ]).toEqual([null, null])
  await userEvent.click(screen.getByRole('button', { name: 'More about your note' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  expect(ariaDisabledOf('Save')).toBe('true')
})

it('while choices are added, the field for a new note is named "Question" and its placeholder says "Ask the band"', async () => {
  await show([])
  await userEvent.click(await screen.findByRole('button', { name: 'Ask: add choices' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Question').placeholder).toBe('Ask the band, @ names a member')
})

it('while choices are added to a note, the button that removes the choices has the name "Ask nothing" and no aria-pressed', async () => {
  await show([])
  await userEvent.click(await screen.findByRole('button', { name: 'Ask: add choices' }))
  expect(screen.getByRole('button', { name: 'Ask nothing' }).hasAttribute('aria-pressed')).toBe(false)
})

it('Enter completes the name of a member that begins with the text typed after an @', async () => {
  await show([])
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Write a note')
  await userEvent.type(field, 'Ask @r')
  expect(screen.getByRole('option', { name: 'Ros' }).getAttribute('aria-selected')).toBe('true')
  await userEvent.type(field, '{Enter}')
  expect(field.value).toBe('Ask @Ros ')
})

it('a changed note is sent with the members whom its new text mentions, and a hidden note cannot be changed', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PATCH') sent.push(JSON.parse(body as string))
    return new Promise(() => undefined)
  })
  const own = aNote({ writtenBy: membershipId })
  await show([own, { ...own, id: '0190a000-0000-7000-8000-0000000000a2', text: noteMessages.hidden }])
  const [first, hidden] = await screen.findAllByRole('button', { name: 'More about your note' })
  await userEvent.click(hidden as HTMLElement)
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Delete'])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(first as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  await userEvent.type(await screen.findByLabelText('Change the note'), ' @Ros')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ text: 'Who drives? @Ros', mentions: [membershipId] }]))
})

it.each([
  [false, 0],
  [true, 1],
])('with the setting takesReports %s, the note of another member has %i menus', async (takesReports, menus) => {
  await show([aNote()], takesReports)
  await screen.findByText('Who drives?')
  expect(screen.queryAllByRole('button', { name: 'More about the note of Ros' })).toHaveLength(menus)
})

it('a note that was typed and not sent is in its field again after the page was closed', async () => {
  await show([])
  await userEvent.type(await screen.findByLabelText('Write a note'), 'Bring the van')
  cleanup()
  await show([])
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Write a note')).value).toBe('Bring the van')
})

const notesKey = queryKeyOf('GET /api/bands/:bandId/notes', {
  params: { bandId },
  query: { about: `event:${about.id}` },
})

it.each([0, 1])(
  'the typed change of a note stays in its field when another member deletes the note, in a list with %i other notes',
  async (others) => {
    const other = aNote({
      id: '0190a000-0000-7000-8000-0000000000a2',
      text: 'I do',
      createdAt: '2027-03-12T11:56:00.000Z',
    })
    const { client } = await show([aNote({ writtenBy: membershipId }), other].slice(0, 1 + others))
    await userEvent.click(await screen.findByRole('button', { name: 'More about your note' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
    const field = screen.getByLabelText<HTMLTextAreaElement>('Change the note')
    await userEvent.type(field, ' And who sings?')
    await act(async () => void client.setQueryData(notesKey, { notes: [other].slice(0, others), isMuted: false }))
    expect(screen.queryAllByText(others === 0 ? noteMessages.noNotes.event : 'I do')).toHaveLength(1)
    expect(field.isConnected).toBe(true)
    expect(field.value).toBe('Who drives? And who sings?')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(field.isConnected).toBe(false)
    expect(screen.queryByText('Who drives?')).toBeNull()
  },
)

it('the typed report of a note stays when another member deletes the note', async () => {
  const { client } = await show([aNote()], true)
  await userEvent.click(await screen.findByRole('button', { name: 'More about the note of Ros' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Report/ }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>('What is wrong with it?')
  await userEvent.type(field, 'It is rude')
  await act(async () => void client.setQueryData(notesKey, { notes: [], isMuted: false }))
  expect(await screen.findByText(noteMessages.noNotes.event)).toBeTruthy()
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('It is rude')
})
