// Long because all tests use the same fake server, which stores answers.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { BandEvent, DaysAway } from '@gaffer/domain/events/event'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { errorResponse } from '#testing/error-response.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { waitUntilChangesSent } from '#testing/all-changes-sent.ts'
import { aBandmateMembership, anAnswer } from '#testing/answers-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
// Preloads the dialog, so that the tests need not wait for its dynamic import.
import './free-days-away-dialog.tsx'
import { EventAnswers } from './event-answers.tsx'

const ros = anOwnMembership({ access: 'admin', permissions: ['members.invite', 'members.remove'] })
const [kit, mags] = [aBandmateMembership('Kit', 2), aBandmateMembership('Mags', 3)]
const schedule = { date: '2027-03-12', startTime: '20:00', replyBy: '2027-03-05' }
const gig = anEvent({ type: 'gig', title: 'At the Fenton', location: 'The Fenton', asksAnswers: true, ...schedule })

type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
let rows: MemberAnswer[]
let daysAway: DaysAway[]
/** Makes the response to a write; null leaves writes pending until the end of the test. */
let write: ((sent: Sent) => Response) | null
let testEnd: PromiseWithResolvers<void>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-01T12:00:00Z'), toFake: ['Date'] })
  ;[sent, daysAway, write] = [[], [], store]
  testEnd = Promise.withResolvers()
  rows = [anAnswer(ros), anAnswer(kit, { answer: 'yes', comment: 'With amp' }), anAnswer(mags)]
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Promise.resolve(read(path))
    const request = { method, path, body: body ? JSON.parse(body as string) : null }
    sent.push(request)
    return write ? Promise.resolve(write(request)) : testEnd.promise.then(() => store(request))
  })
})
afterEach(async () => {
  testEnd.resolve()
  await waitUntilChangesSent() // before the real clock returns: the outbox does not send a change that is over 30 days old
  vi.useRealTimers()
  vi.unstubAllGlobals()
  dismissToast()
})

function read(path: string): Response {
  if (path.endsWith('/answers')) return Response.json(rows)
  if (path.startsWith('/api/me/events')) return Response.json(daysAway)
  if (path.endsWith('/members')) return Response.json([])
  return Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
}

/** Stores an answer as the server does. */
function store({ method, path, body }: Sent): Response {
  const id = path.split('/').at(-1)
  rows = rows.map((row) =>
    row.membershipId === id
      ? { ...row, answer: null, comment: null, ...(body as object), isStale: false, isAway: false }
      : row,
  )
  return method === 'DELETE'
    ? new Response(null, { status: 204 })
    : Response.json(rows.find(({ membershipId }) => membershipId === id))
}

async function show(event: BandEvent = gig, membership: OwnMembership = ros) {
  await renderPage(<EventAnswers event={event} membership={membership} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
  await screen.findByRole('radiogroup', { name: 'Your answer to At the Fenton' })
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const groups = () =>
  screen.getAllByRole('heading', { level: 3 }).map((heading) => {
    const names = within(heading.parentElement as HTMLElement).getAllByRole('listitem')
    return [heading.textContent, ...names.map(textOf)]
  })
/** The item's text without the initials in the avatars, which are hidden from screen readers. */
function textOf(item: HTMLElement): string {
  const copy = item.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return copy.textContent
}
const answerPath = ({ id }: OwnMembership) => `/api/bands/${ros.bandId}/events/${gig.id}/answers/${id}`

it('deps are listed with the members who answered Yes, and the row of a member whom a dep covers names the dep', async () => {
  rows = [anAnswer(ros), anAnswer(kit, { answer: 'yes' }), anAnswer(mags, { answer: 'no', coveredBy: 'Tom' })]
  await show({ ...gig, deps: [{ name: 'Tom', instrument: 'drums' }] })
  expect(groups()).toContainEqual(['1 yes · 1 dep', 'Kit', 'Tom (dep, drums)'])
  expect(screen.getByText('covered by Tom')).not.toBeNull()
})

it('a gig to which only a dep said Yes lists the dep in a group of its own', async () => {
  rows = [anAnswer(ros)]
  await show({ ...gig, deps: [{ name: 'Tom', instrument: 'drums' }] })
  expect(groups()).toEqual([
    ['1 to answer', 'RosYou'],
    ['1 dep', 'Tom (dep, drums)'],
  ])
})

it('a tap on an answer checks it before any timer runs', async () => {
  write = null
  await show()
  // Timers do not run: nothing advances this clock.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  fireEvent.click(radio('Yes'))
  await act(() => Promise.resolve())
  expect(radio('Yes').checked).toBe(true)
})

it('members are grouped by answer, and the members without an answer come first while the reader is one of them', async () => {
  await show()
  expect(groups()).toEqual([
    ['2 to answer', 'RosYou', 'Mags'],
    ['1 yes', 'KitWith amp'],
  ])
})

it('a chosen answer is shown before its request is sent', async () => {
  write = null
  await show()
  // The request is sent after the next frame: without frames it stays unsent.
  vi.stubGlobal('requestAnimationFrame', () => 0)
  await act(async () => radio('No').click())
  expect(radio('No').checked).toBe(true)
  expect(groups()).toContainEqual(['1 no', 'RosYou'])
  expect(sent).toEqual([])
  await waitFor(() => expect(sent).toEqual([{ method: 'PUT', path: answerPath(ros), body: { answer: 'no' } }]))
})

it('the live region of the answers is empty at first, and states the counts after an answer', async () => {
  await show()
  await act(() => sleep(20))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([''])
  fireEvent.click(radio('Yes'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 yes · 1 to answer'))
})

it('an answer that the server refuses is unchecked again, and a toast states the reason', async () => {
  write = () => Response.json({ code: 'conflict', message: 'This event is cancelled' }, { status: 409 })
  await show()
  fireEvent.click(radio('Maybe'))
  await waitFor(() =>
    expect(readCurrentToast()).toMatchObject({ title: 'Your answer was not saved', text: 'This event is cancelled' }),
  )
  await waitFor(() => expect(radio('Maybe').checked).toBe(false))
})

it('two answers in a row are sent one after the other, and the last answer is shown', async () => {
  await show()
  fireEvent.click(radio('Maybe'))
  await waitFor(() => expect(radio('Maybe').checked).toBe(true))
  fireEvent.click(radio('Yes'))
  await waitFor(() => expect(sent.map(({ body }) => (body as MemberAnswer).answer)).toEqual(['maybe', 'yes']))
  await waitFor(() => expect(groups()).toContainEqual(['2 yes', 'RosYou', 'KitWith amp']))
})

it('a comment is sent with the answer, and a different answer drops the comment', async () => {
  rows = [anAnswer(ros, { answer: 'yes' })]
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Add a comment' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Comment/ })
  expect(field.maxLength).toBe(200)
  fireEvent.change(field, { target: { value: ' After six ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(groups()).toEqual([['1 yes', 'RosYouAfter six']]))
  fireEvent.click(radio('Maybe'))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ answer: 'maybe' }))
  expect(sent[0]?.body).toEqual({ answer: 'yes', comment: 'After six' })
  await waitFor(() => expect(groups()).toEqual([['1 maybe', 'RosYou']]))
})

it('after a different answer, an open comment form is empty if the comment was unchanged, and keeps a comment that was typed', async () => {
  rows = [anAnswer(ros, { answer: 'no', comment: 'At a wedding' })]
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Change comment' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Comment/ })
  fireEvent.click(radio('Yes'))
  await waitFor(() => expect(field.value).toBe(''))
  fireEvent.change(field, { target: { value: 'From eight' } })
  fireEvent.click(radio('Maybe'))
  await waitFor(() => expect(groups()).toEqual([['1 maybe', 'RosYou']]))
  expect(field.value).toBe('From eight')
})

it('a comment that the server refuses is back in the comment field, and can be saved from the field', async () => {
  rows = [anAnswer(ros, { answer: 'yes', comment: 'After five' })]
  write = () => errorResponse(429, 'too_many_requests')
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Change comment' }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Comment/ }), { target: { value: 'After six' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Comment/ })
  expect(field.value).toBe('After six')
  write = store
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(groups()).toEqual([['1 yes', 'RosYouAfter six']]))
  expect(screen.queryByRole('textbox', { name: /^Comment/ })).toBeNull()
})

it('withdrawing an answer sends a DELETE and moves the member to the group without an answer', async () => {
  rows = [anAnswer(ros, { answer: 'yes' })]
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent).toEqual([{ method: 'DELETE', path: answerPath(ros), body: null }]))
  await waitFor(() => expect(groups()).toEqual([['1 to answer', 'RosYou']]))
})

it.each([
  ['a cancelled event', { status: 'cancelled' as const }, 'This event is cancelled'],
  ['a past event', { date: '2027-02-28' }, 'This event is over'],
])('%s disables its answer buttons and states the reason', async (_name, fields, reason) => {
  await show({ ...gig, ...fields })
  expect(radio('Yes').disabled).toBe(true)
  expect(screen.getByText(reason)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Answer for|^Remind/ })).toBeNull()
})

it.each([
  ['yes', 'maybe', ['1 maybe', 'Kitbefore the change'], "Yes, it's still right"],
  ['no', 'no', ['2 no', 'RosYoubefore the change', 'Kitbefore the change'], 'Still no'],
] as const)(
  'the answer "%s" from before a change of the event is marked "before the change", and one button gives that answer again',
  async (own, other, group, button) => {
    rows = [anAnswer(ros, { answer: own, isStale: true }), anAnswer(kit, { answer: other, isStale: true })]
    await show()
    expect(screen.getByText('You answered before the change. Is it still right?')).toBeTruthy()
    expect(groups()).toContainEqual(group)
    fireEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByText(/before the change. Is/)).toBeNull())
    await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', body: { answer: own } }]))
  },
)

it('a Yes to an event during the member’s own days away offers to free the event’s days, and Undo restores the days away', async () => {
  daysAway = [{ ...aDaysAwayEvent('Ros', '2027-03-10', '2027-03-14'), bandId: ros.bandId, membershipId: ros.id }]
  rows = [anAnswer(ros, { isAway: true })]
  await show()
  expect(groups()).toEqual([['1 away', 'RosYou']])
  fireEvent.click(radio('Yes'))
  const question = await screen.findByRole('alertdialog', {
    name: 'You marked these days as away. Change that too?',
  })
  expect(question.textContent).toContain('Still away: 10/03/2027 – 11/03/2027, 13/03/2027 – 14/03/2027')
  write = () => Response.json(daysAway[0], { status: 200 })
  await new Promise((resolve) => setTimeout(resolve, 700))
  fireEvent.click(within(question).getByRole('button', { name: "Yes, I'm free" }))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.slice(1).map(({ method, body }) => [method, body])).toMatchObject([
    ['POST', { type: 'unavailable', date: '2027-03-13', endDate: '2027-03-14' }],
    ['PATCH', { date: '2027-03-10', endDate: '2027-03-11' }],
  ])
  // The second part of the split days away is stored in the same band as the first.
  expect(sent[1]).toMatchObject({ path: `/api/bands/${ros.bandId}/events`, body: { membershipId: ros.id } })
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Your days away are changed'))
  readCurrentToast()?.action?.onPress()
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Days away restored'))
  expect(sent.slice(3).map(({ method, body }) => [method, body])).toMatchObject([
    ['PATCH', { date: '2027-03-10', endDate: '2027-03-14' }],
    ['DELETE', null],
  ])
})

it('a No to an event during the member’s own days away opens no dialog', async () => {
  daysAway = [aDaysAwayEvent('Ros', '2027-03-12')]
  await show()
  fireEvent.click(radio('No'))
  await waitFor(() => expect(groups()).toContainEqual(['1 no', 'RosYou']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('a member with days away during the event has the line "has days away marked" after a Yes or Maybe, and not after a No', async () => {
  rows = [
    anAnswer(ros, { answer: 'maybe', hasDaysAway: true }),
    anAnswer(kit, { answer: 'yes', hasDaysAway: true }),
    anAnswer(mags, { answer: 'no', hasDaysAway: true }),
  ]
  await show()
  expect(groups()).toEqual([
    ['1 yes', 'Kithas days away marked'],
    ['1 maybe', 'RosYouhas days away marked'],
    ['1 no', 'Mags'],
  ])
})

it('an answer that another member set names that member', async () => {
  rows = [anAnswer(ros, { answer: 'no' }), anAnswer(kit, { answer: 'yes', setBy: ros.id })]
  await show(gig, kit)
  expect(groups()).toContainEqual(['1 yes', 'KitYouset by Ros'])
})

it('an admin has a button to answer for another member and no such button on the admin’s own row; after "Remind" a toast says how many members were reminded', async () => {
  await show()
  expect(screen.getByRole('button', { name: 'Answer for Mags' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Answer for Ros' })).toBeNull()
  write = () => Response.json({ nudged: 1 }, { status: 202 })
  fireEvent.click(screen.getByRole('button', { name: 'Remind 1 member' }))
  await waitFor(() => expect(readCurrentToast()?.title).toBe('1 member reminded'))
})

it('a member who is no admin sees no controls for the answers of other members', async () => {
  await show(gig, kit)
  expect(screen.queryByRole('button', { name: /^Answer for|^Remind/ })).toBeNull()
})

it('a reminder that the server refuses shows the message of the server in a toast', async () => {
  const message = 'Everybody was reminded less than 12 hours ago'
  write = () => Response.json({ code: 'too_many_requests', message }, { status: 429 })
  await show({ ...gig, nudgedAt: '2027-03-01T09:00:00.000Z' })
  expect(screen.getByText('Last reminded 3 hours ago')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remind 1 member' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Nobody was reminded', text: message }))
})

it('after the last day for answers, an admin sees the members without an answer first', async () => {
  rows = [anAnswer(ros, { answer: 'yes' }), anAnswer(kit)]
  await show({ ...gig, replyBy: '2027-02-28' })
  expect(groups().map(([label]) => label)).toEqual(['1 to answer', '1 yes'])
})
