import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { Dep, DepRequest } from '@gaffer/domain/deps/dep'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aBandmateMembership, anAnswer } from '#testing/answers-fixture.ts'
import { aDep, aDepRequest } from '#testing/dep-fixture.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { EventDeps } from './event-deps.tsx'
// Preloads the dialog, so that the tests need not wait for its dynamic import.
import './find-dep-dialog.tsx'

const admin = anOwnMembership({ access: 'admin', permissions: ['members.invite', 'members.remove'] })
const danny = aBandmateMembership('Danny', 2)
const gig = anEvent({ type: 'gig', title: 'At the Fenton', date: '2027-03-12', startTime: '20:00' })
const [tom, jo, ali] = [aDep('Tom', 1), aDep('Jo', 2), aDep('Ali', 3, { instrument: 'percussion' })]
const at = '2027-03-01T11:00:00.000Z'

type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
let answers: MemberAnswer[]
let deps: Dep[]
let requests: DepRequest[]
let reply: () => Response

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-01T12:00:00Z'), toFake: ['Date'] })
  sent = []
  answers = [anAnswer(admin, { answer: 'yes' }), anAnswer(danny, { answer: 'no' })]
  deps = [tom, jo, ali]
  requests = []
  reply = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') {
      sent.push({ method, path, body: body ? JSON.parse(body as string) : null })
      return reply()
    }
    if (path.endsWith('/answers')) return Response.json(answers)
    if (path.endsWith('/deps')) return Response.json(deps)
    return Response.json(requests)
  })
})
afterEach(() => {
  vi.useRealTimers()
  dismissToast()
})

const show = (event = gig, membership = admin, savingDisabled: string | null = null) =>
  renderPage(<EventDeps event={event} membership={membership} />, {
    savingDisabled,
    // `me` needs the band, because queries of other bands are not refetched.
    cached: [[queryKeyOf('GET /api/me', {}), { bands: [membership] }]],
  })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const waitUntilShown = () => waitFor(() => expect(document.querySelector('section')).not.toBeNull())

async function openFindDialog() {
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Find a dep' }))
  return screen.findByRole('dialog', { name: 'Find a dep' })
}

it.each([
  ['answered No', anAnswer(danny, { answer: 'no' })],
  ['is away', anAnswer(danny, { isAway: true })],
])('admins can find a dep for a member who %s', async (_name, answer) => {
  answers = [answer]
  await show()
  expect(await screen.findByText('Danny can’t play.')).not.toBeNull()
  expect(button('Find a dep')).not.toBeNull()
})

it.each([
  ['a member', gig, anOwnMembership()],
  ['a gig that has started', { ...gig, date: '2027-03-01', startTime: '11:00' }, admin],
  ['a cancelled gig', { ...gig, status: 'cancelled' as const }, admin],
])('for %s the dep request is shown without any button', async (_name, event, membership) => {
  requests = [aDepRequest({ asks: [{ depId: tom.id, status: 'asked', at, isStale: false }] })]
  await show(event, membership)
  const card = await screen.findByRole('article', { name: 'Looking for a dep: drums' })
  expect(within(card).getByRole('listitem').textContent).toBe('TomAsked11 AM')
  expect(screen.queryByRole('button')).toBeNull()
})

it('once a dep covers every missing member, there is no button to find a dep', async () => {
  answers = [anAnswer(danny, { answer: 'no', coveredBy: 'Tom' })]
  requests = [
    aDepRequest({
      status: 'filled',
      filledBy: tom.id,
      coversMembershipId: danny.id,
      asks: [{ depId: tom.id, status: 'yes', at, isStale: false }],
    }),
  ]
  await show()
  const card = await screen.findByRole('article', { name: 'Tom plays drums' })
  expect(card.textContent).toContain('for Danny · £120')
  expect(screen.queryByRole('button', { name: 'Find a dep' })).toBeNull()
})

it('while a request looks for a dep for a member, there is no button to find another dep', async () => {
  const asks = [{ depId: tom.id, status: 'asked' as const, at, isStale: false }]
  requests = [aDepRequest({ coversMembershipId: danny.id, asks })]
  await show()
  await screen.findByRole('article', { name: 'Looking for a dep: drums' })
  expect(screen.queryByRole('button', { name: 'Find a dep' })).toBeNull()
})

it('the request of "Find a dep" has the deps in the chosen order, the fee in pence and the instrument of the first dep', async () => {
  reply = () =>
    Response.json(
      aDepRequest({
        asks: [
          { depId: jo.id, status: 'asked', at, isStale: false },
          { depId: tom.id, status: 'waiting', at: null, isStale: false },
        ],
      }),
      { status: 201 },
    )
  const dialog = await openFindDialog()
  for (const name of [/^Tom/, /^Jo/]) fireEvent.click(button(name))
  fireEvent.keyDown(button('Move Jo'), { key: 'ArrowUp' })
  expect(screen.getByLabelText<HTMLInputElement>('Instrument').value).toBe('drums')
  fireEvent.change(screen.getByLabelText(/^Fee in pounds/), { target: { value: '£120.50' } })
  fireEvent.click(button('Ask 2 deps'))
  await waitFor(() =>
    expect(readCurrentToast()).toMatchObject({ title: 'Looking for a dep', text: 'Jo gets a text now.' }),
  )
  expect(sent).toEqual([
    {
      method: 'POST',
      path: `/api/bands/${admin.bandId}/events/${gig.id}/dep-requests`,
      body: {
        depIds: [jo.id, tom.id],
        mode: 'one-by-one',
        instrument: 'drums',
        feePence: 12_050,
        waitMinutes: 240,
        coversMembershipId: danny.id,
      },
    },
  ])
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

it('a typed instrument in "Find a dep" stays when other deps are chosen', async () => {
  await openFindDialog()
  fireEvent.change(screen.getByLabelText('Instrument'), { target: { value: 'cajón' } })
  fireEvent.click(button(/^Ali/))
  expect(screen.getByLabelText<HTMLInputElement>('Instrument').value).toBe('cajón')
})

it('"Find a dep" without a chosen dep and with an invalid fee sends nothing and shows an error for each', async () => {
  await openFindDialog()
  fireEvent.change(screen.getByLabelText(/^Fee in pounds/), { target: { value: 'a beer' } })
  fireEvent.click(button('Ask deps'))
  await screen.findByText('Choose at least one dep')
  await screen.findByText('Choose a fee from £0 to £1,000,000')
  expect(sent).toEqual([])
})

it('deps who were asked for the gig already or do not want to be asked cannot be chosen', async () => {
  deps = [tom, { ...jo, doNotAsk: true }, ali]
  requests = [aDepRequest({ asks: [{ depId: tom.id, status: 'waiting', at: null, isStale: false }] })]
  await openFindDialog()
  expect(button(/^Tom.*On the list already/)).toHaveProperty('disabled', true)
  expect(button(/^Jo.*Does not want to be asked/)).toHaveProperty('disabled', true)
  expect(button(/^Ali/)).toHaveProperty('disabled', false)
})

it('a dep who is added in the dialog "Find a dep" is chosen there', async () => {
  deps = []
  const eve = aDep('Eve', 4)
  reply = () => Response.json(eve, { status: 201 })
  await openFindDialog()
  fireEvent.click(button('Add a dep'))
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Name', 'Eve')
  type('UK mobile', '07700900804')
  const form = screen.getByRole('dialog', { name: 'Add a dep' })
  fireEvent.change(within(form).getByLabelText('Instrument'), { target: { value: 'drums' } })
  deps = [eve]
  fireEvent.click(button('Add to dep book'))
  expect(await screen.findByRole('button', { name: 'Ask Eve' })).not.toBeNull()
  expect(sent.map(({ path }) => path)).toEqual([`/api/bands/${admin.bandId}/deps`])
})

it.each([
  ['rate_limited', 429, 'You have sent a lot of texts.'],
  ['conflict', 409, 'Your band is already looking for a dep for this member'],
])(
  'the message of the server for the error "%s" is shown in a toast, and the dialog "Find a dep" stays open',
  async (code, status, text) => {
    reply = () => Response.json({ code, message: text }, { status })
    const dialog = await openFindDialog()
    fireEvent.click(button(/^Tom/))
    fireEvent.click(button('Ask Tom'))
    await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Nobody was asked', text }))
    expect(dialog.isConnected).toBe(true)
  },
)

it('withdrawing a dep request asks for confirmation and names the dep who gets a text', async () => {
  requests = [aDepRequest({ asks: [{ depId: tom.id, status: 'asked', at, isStale: false }] })]
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const question = screen.getByRole('alertdialog', { name: 'Stop looking for a dep?' })
  expect(question.textContent).toContain('A text tells Tom that no dep is needed any more.')
  expect(sent).toEqual([])
  // Repeats the press, because the dialog ignores presses for its first 500 ms.
  await waitFor(() => {
    fireEvent.click(within(question).getByRole('button', { name: 'Withdraw' }))
    expect(sent).toMatchObject([{ method: 'DELETE', path: expect.stringMatching(/\/dep-requests\/[\w-]+$/) }])
  })
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Request withdrawn'))
})

it('"Release" of a dep who plays asks for confirmation and names the dep', async () => {
  requests = [
    aDepRequest({ status: 'filled', filledBy: tom.id, asks: [{ depId: tom.id, status: 'yes', at, isStale: true }] }),
  ]
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Release Tom' }))
  expect(screen.getByRole('alertdialog', { name: 'Release Tom?' }).textContent).toContain('no longer needed')
  expect(screen.getByText('Yes before the change, asked again')).not.toBeNull()
})

it('without a network, the button "Withdraw" of a dep request opens no dialog and shows a toast', async () => {
  requests = [aDepRequest({ asks: [{ depId: tom.id, status: 'asked', at, isStale: false }] })]
  await show(gig, admin, 'No connection')
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  expect(readCurrentToast()?.title).toBe('No connection')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('dep requests that cannot be read show the error and a button "Try again"', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'failed', message: 'Sorry' }, { status: 500 }))
  await show()
  await waitUntilShown()
  expect(screen.getByRole('alert').textContent).toContain('Sorry')
  expect(button('Try again')).not.toBeNull()
})

it('"Find a dep" stays open with its entries when the missing member answers Yes meanwhile', async () => {
  const { client } = await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Find a dep' }))
  const instrument = await screen.findByLabelText<HTMLInputElement>('Instrument')
  fireEvent.change(instrument, { target: { value: 'cajón' } })
  answers = [anAnswer(admin, { answer: 'yes' }), anAnswer(danny, { answer: 'yes' })]
  await act(() => client.invalidateQueries({ queryKey: queryKeyOf('GET /api/bands/:bandId/events/:eventId/answers') }))
  await waitFor(() => expect(screen.queryByText('Danny can’t play.')).toBeNull())
  expect(instrument.isConnected).toBe(true)
  expect(instrument.value).toBe('cajón')
  expect(screen.getByRole('combobox', { name: 'Stands in for' }).textContent).toBe('Danny')
  fireEvent.click(button('Close'))
  const discard = await screen.findByRole('button', { name: 'Discard' })
  // Repeats the press, because the question ignores presses for its first 500 ms.
  await waitFor(() => {
    fireEvent.click(discard)
    expect(instrument.isConnected).toBe(false)
  })
})
