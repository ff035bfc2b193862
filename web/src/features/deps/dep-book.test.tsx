import type { Dep } from '@gaffer/domain/deps/dep'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aDep } from '#testing/dep-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { DepBook } from './dep-book.tsx'

const admin = anOwnMembership({ access: 'admin', permissions: ['members.invite', 'members.remove'] })
const member = anOwnMembership()
const depsKey = queryKeyOf('GET /api/bands/:bandId/deps', { params: { bandId: admin.bandId } })

const meOf = (membership: typeof admin) =>
  [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }] as const

type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
let reply: () => Response

beforeEach(() => {
  sent = []
  reply = () => Response.json(aDep('Tom', 1), { status: 201 })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json([])
    sent.push({ method, path, body: body ? JSON.parse(body as string) : null })
    return reply()
  })
})
afterEach(() => dismissToast())

const show = (deps: Dep[], membership = admin) =>
  renderPage(<DepBook membership={membership} />, { cached: [meOf(membership), [depsKey, deps]] })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('the dep book shows members the names, instruments and notes, and no numbers or buttons', async () => {
  await show([aDep('Tom', 1, { note: 'Has a van', phone: null })], member)
  const row = within(screen.getByRole('list', { name: 'Deps' })).getByRole('listitem')
  expect(row.textContent).toBe('Tomdrums · Has a van')
  expect(screen.queryByRole('button')).toBeNull()
})

it('the dep book shows admins the call link of each dep, and marks a dep who does not want to be asked', async () => {
  await show([aDep('Tom', 1), aDep('Jo', 2, { doNotAsk: true })])
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['07700 900801', 'tel:+447700900801'],
    ['07700 900802', 'tel:+447700900802'],
  ])
  const rows = within(screen.getByRole('list', { name: 'Deps' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent.includes('does not want to be asked again'))).toEqual([false, true])
})

it('the call link of a dep has the class min-h-11, which makes it at least 44 px high', async () => {
  await show([aDep('Tom', 1)])
  expect(screen.getByRole('link').className).toContain('min-h-11')
})

it('the empty dep book shows members its purpose and no button to add a dep', async () => {
  await show([], member)
  expect(screen.getByText(/^Stand-ins for a gig/).textContent).toContain('Admins and owners add them.')
  expect(screen.queryByRole('button', { name: 'Add a dep' })).toBeNull()
})

it('a new dep is sent with the number in E.164', async () => {
  await show([])
  fireEvent.click(screen.getByRole('button', { name: 'Add a dep' }))
  type('Name', 'Tom')
  type('UK mobile', '07700900801')
  type('Instrument', 'drums')
  fireEvent.click(screen.getByRole('button', { name: 'Add to dep book' }))
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Added to the dep book'))
  expect(sent).toEqual([
    {
      method: 'POST',
      path: `/api/bands/${admin.bandId}/deps`,
      body: { name: 'Tom', phone: '+447700900801', instrument: 'drums', note: null },
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a missing name, mobile number and instrument of a new dep each show an error, and nothing is sent', async () => {
  await show([])
  fireEvent.click(screen.getByRole('button', { name: 'Add a dep' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add to dep book' }))
  for (const text of ['a name', 'a UK mobile number', 'an instrument']) await screen.findByText(`Please enter ${text}`)
  expect(sent).toEqual([])
})

it.each([
  ['is in the dep book already', 'Your dep book has this number already'],
  [
    'belongs to a person who does not want to be asked again',
    'The person with this number does not want to be asked by your band again',
  ],
])('the message of the server that a phone number %s is shown at the field of the number', async (_, message) => {
  reply = () => Response.json({ code: 'conflict', message }, { status: 409 })
  await show([aDep('Tom', 1)])
  fireEvent.click(screen.getByRole('button', { name: 'Change Tom' }))
  type('Name', 'Thomas')
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  const error = await screen.findByText(message)
  expect(screen.getByLabelText('UK mobile').getAttribute('aria-describedby')).toContain(error.id)
  expect(screen.getByRole('dialog', { name: 'Change dep' })).not.toBeNull()
})

it('the dialog "Change dep" says "the new number is asked instead" for a different number, and not for the same number in another format', async () => {
  await show([aDep('Tom', 1)])
  fireEvent.click(screen.getByRole('button', { name: 'Change Tom' }))
  const hint = () => screen.queryByText(/the new number is asked instead/)
  const typed = screen.getByLabelText<HTMLInputElement>('UK mobile').value
  expect(hint()).toBeNull()
  type('UK mobile', '07700900999')
  expect(screen.getByLabelText('UK mobile').getAttribute('aria-describedby')).toContain(hint()?.id)
  type('UK mobile', typed.replace(/^0/, '+44 '))
  expect(hint()).toBeNull()
})

it('a dep is deleted after a confirmation', async () => {
  reply = () => new Response(null, { status: 204 })
  await show([aDep('Tom', 1)])
  fireEvent.click(screen.getByRole('button', { name: 'Delete Tom' }))
  expect(sent).toEqual([])
  const question = screen.getByRole('alertdialog', { name: 'Delete Tom?' })
  // Repeats the press, because the dialog ignores presses for its first 500 ms.
  await waitFor(() => {
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(sent).toMatchObject([{ method: 'DELETE', path: `/api/bands/${admin.bandId}/deps/${aDep('Tom', 1).id}` }])
  })
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Dep deleted'))
})
