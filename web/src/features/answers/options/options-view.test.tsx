// Long because all tests use the same fake server and the same three dates.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import type { BandEvent } from '@gaffer/domain/events/event'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aBandmateMembership, anAnswer } from '#testing/answers-fixture.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
import '#lib/check-response.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { waitUntilChangesSent } from '#testing/all-changes-sent.ts'
import { OptionsView } from './options-view.tsx'

const ros = anOwnMembership({ access: 'admin', permissions: ['members.invite'] })
const kit = aBandmateMembership('Kit', 2)
const mags = aBandmateMembership('Mags', 3)
const key = { bandId: ros.bandId, optionGroupId: '0190a000-0000-7000-8000-0000000000aa' }
const groupPath = `/api/bands/${key.bandId}/option-groups/${key.optionGroupId}`

const option = (date: string, optionNumber: number, fields: Partial<BandEvent> = {}) =>
  anEvent({
    type: 'gig',
    title: 'Launch',
    location: 'The Fenton',
    status: 'tentative',
    asksAnswers: true,
    startTime: '20:00',
    optionGroupId: key.optionGroupId,
    optionCount: 3,
    date,
    optionNumber,
    ...fields,
  })
const first = option('2027-03-12', 1)
const second = option('2027-03-19', 2)
const third = option('2027-03-26', 3)

let group: OptionGroup
let sent: { method: string; path: string; body: unknown }[]

/** An option group from one array per date: the event, then the answers of Ros, Kit and Mags. */
function aGroup(...answers: [BandEvent, ...(MemberAnswer['answer'] | Partial<MemberAnswer>)[]][]): OptionGroup {
  const members = [ros, kit, mags]
  const rowOf = (given: MemberAnswer['answer'] | Partial<MemberAnswer>, at: number) =>
    anAnswer(members[at] as OwnMembership, typeof given === 'object' && given !== null ? given : { answer: given })
  return {
    events: answers.map(([event]) => event),
    answers: answers.map(([event, ...given]) => ({ eventId: event.id, answers: given.map(rowOf) })),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-01T12:00:00Z'), toFake: ['Date'] })
  sent = []
  group = aGroup([first, null, 'no', null], [second, null, 'yes', 'maybe'], [third, null, 'yes', 'no'])
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET' && path === groupPath) return Response.json(group)
    if (path.endsWith('/notice-recipients')) return Response.json({ members: [], deps: [] })
    if (method === 'GET') return Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
    const request = { method, path, body: body ? (JSON.parse(body as string) as object) : null }
    sent.push(request)
    return path.includes('/events/') && path.includes('/answers/')
      ? new Response(null, { status: 204 })
      : reply(request.body as Answers & Partial<BandEvent>)
  })
})
afterEach(async () => {
  await waitUntilChangesSent()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  dismissToast()
})

type Answers = { answers?: { eventId: string; answer: MemberAnswer['answer'] }[] }

function reply({ answers = [], status }: Answers & Partial<BandEvent>): Response {
  if (status) return Response.json({ ...second, status, version: 2 })
  group = {
    ...group,
    answers: group.answers.map(({ eventId, answers: rows }) => ({
      eventId,
      answers: rows.map((row) => {
        const given = answers.find((one) => one.eventId === eventId)
        return given && row.membershipId === ros.id ? { ...row, answer: given.answer } : row
      }),
    })),
  }
  return Response.json(group)
}

function Page({ membership }: { membership: OwnMembership }) {
  const { data } = useEndpoint('GET /api/bands/:bandId/option-groups/:optionGroupId', { params: key })
  return data && <OptionsView groupKey={key} group={data} membership={membership} />
}

async function show(membership = ros) {
  await renderPage(<Page membership={membership} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
  await screen.findByRole('table')
}

const columns = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map(({ textContent }) => /\d+ Mar/.exec(textContent)?.[0])
const cellsOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const control = (date: string) => screen.getByRole('radiogroup', { name: `Your answer to ${date}, 8 PM` })
const chosen = (date: string) =>
  within(control(date))
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value)

it('the dates of an enquiry are columns, best date first, and the members are rows with their answers', async () => {
  await show()
  expect(columns()).toEqual(['19 Mar', '26 Mar', '12 Mar'])
  expect(screen.getByRole('columnheader', { name: /19 Mar/ }).textContent).toContain('Best')
  expect(cellsOf('Kit')).toEqual(['Yes', 'Yes', 'No'])
  expect(cellsOf('Mags')).toEqual(['Maybe', 'No', '–No answer'])
  expect(cellsOf('In all')).toEqual(['1 yes1 maybe', '1 yes', '0 yes'])
})

it('an answer to one date of an enquiry is sent and shown, and the columns keep their order', async () => {
  await show()
  fireEvent.click(within(control('Fri 12 Mar')).getByRole('radio', { name: 'Yes' }))
  await waitFor(() => expect(chosen('Fri 12 Mar')).toEqual(['yes']))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    method: 'PUT',
    path: `${groupPath}/answers/${ros.id}`,
    body: { answers: [{ eventId: first.id, answer: 'yes' }] },
  })
  expect(columns()).toEqual(['19 Mar', '26 Mar', '12 Mar'])
})

it('"All yes" answers every open date of an enquiry in one request', async () => {
  group = aGroup(
    [first, 'no', 'yes', 'yes'],
    [second, null, null, null],
    [{ ...third, status: 'cancelled' }, null, null, null],
  )
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'All yes' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    answers: [
      { eventId: first.id, answer: 'yes' },
      { eventId: second.id, answer: 'yes' },
    ],
  })
  expect([chosen('Fri 12 Mar'), chosen('Fri 19 Mar')]).toEqual([['yes'], ['yes']])
})

it('after a Yes to two dates within the same days away, two questions in turn offer to free a date, and both dates are taken out of the days away', async () => {
  const away = { answer: null, isAway: true, hasDaysAway: true }
  group = aGroup([first, away, null, null], [second, away, null, null])
  let stored = { ...aDaysAwayEvent('Ros', '2027-03-12', '2027-03-19'), version: 1 }
  const fetchOthers = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!path.startsWith('/api/me/events')) return fetchOthers(path, init)
    if (init.method !== 'PATCH') return Response.json([stored])
    if (new Headers(init.headers).get('if-match') !== `"${stored.version}"`) return errorResponse(412, 'stale')
    stored = { ...stored, ...(JSON.parse(init.body as string) as object), version: stored.version + 1 }
    return Response.json(stored)
  })
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'All yes' }))
  for (const dates of ['12/03/2027', '19/03/2027']) {
    await screen.findByText(`You would be free on ${dates}.`)
    // The dialog ignores presses for its first 500 ms.
    await act(() => sleep(600))
    fireEvent.click(screen.getByRole('button', { name: "Yes, I'm free" }))
  }
  await waitFor(() => expect(screen.queryByRole('button', { name: "Yes, I'm free" })).toBeNull())
  expect(readCurrentToast()?.title).toBe('Your days away are changed')
  expect(stored).toMatchObject({ date: '2027-03-13', endDate: '2027-03-18' })
})

it('a refused answer to one date is unchecked again, and a toast says "Your answers were not saved"', async () => {
  await show()
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? Response.json(group)
      : Response.json({ code: 'conflict', message: 'This event is over' }, { status: 409 }),
  )
  fireEvent.click(within(control('Fri 12 Mar')).getByRole('radio', { name: 'Yes' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Your answers were not saved' }))
  await waitFor(() => expect(chosen('Fri 12 Mar')).toEqual([]))
})

it('an answer from before a change of an option is shown as unanswered, and the page asks "Is it still right?"', async () => {
  group = aGroup([first, { answer: 'yes', isStale: true }, null, null], [second, 'no', null, null])
  await show()
  expect(screen.getByText('You answered before the change. Is it still right?')).toBeTruthy()
  expect([chosen('Fri 12 Mar'), chosen('Fri 19 Mar')]).toEqual([[], ['no']])
})

it('confirming a date of an enquiry asks first, and the question names who has not answered that date', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm Fri 19 Mar, 8 PM' }))
  const question = await screen.findByRole('alertdialog', { name: 'Confirm Launch on 19/03/2027?' })
  expect(question.textContent).toContain('Ros has not answered this date yet. The other 2 options will be cancelled.')
  expect(sent).toEqual([])
  await waitFor(() => {
    fireEvent.click(within(question).getByRole('button', { name: 'Confirm event' }))
    expect(sent[0]).toMatchObject({ method: 'PATCH', body: { status: 'confirmed' } })
  })
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Event confirmed', action: { label: 'Undo' } }))
})

it('members who are no admins see no button to confirm a date, to remind members or to answer for them', async () => {
  await show(anOwnMembership())
  expect(screen.queryByRole('button', { name: /^Confirm|^Remind|^Answer for/ })).toBeNull()
})

it('the confirmed date of an enquiry is named above the table, and an admin has the button "Bring all dates back", which undoes the confirmation', async () => {
  group = aGroup(
    [{ ...second, status: 'confirmed' }, 'yes', 'yes', 'yes'],
    [{ ...first, status: 'cancelled' }, null, null, null],
  )
  await show()
  expect(screen.getByText('Fri 19 Mar, 8 PM is confirmed')).toBeTruthy()
  expect(columns()).toEqual(['19 Mar', '12 Mar'])
  fireEvent.click(screen.getByRole('button', { name: 'Bring all dates back' }))
  await waitFor(() =>
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: `/api/bands/${key.bandId}/events/${second.id}/undo-confirmation`,
    }),
  )
})

it('comments on the dates of an enquiry are listed with the member and the date', async () => {
  group = aGroup([first, null, { answer: 'maybe', comment: 'Only after 9' }, null], [second, null, null, null])
  await show()
  expect(within(screen.getByRole('list', { name: 'Comments' })).getByText(/Only after 9/).textContent).toBe(
    'Kit, Fri 12 Mar: Only after 9',
  )
})

it('the answer button of a member who is away and has not answered says "away" in its name and its text', async () => {
  group = aGroup([first, null, { answer: null, isAway: true }, null])
  await show()
  expect(screen.getByRole('button', { name: 'Answer for Kit, Fri 12 Mar, 8 PM: away' }).textContent).toBe('Away')
})

describe('the answer to one date', () => {
  const openMenu = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    return within(await screen.findByRole('menu'))
  }
  const answerPath = (event: BandEvent, { id }: OwnMembership) =>
    `/api/bands/${key.bandId}/events/${event.id}/answers/${id}`

  it('the answer to one date is withdrawn in the menu below it', async () => {
    group = aGroup([first, 'yes', null, null], [second, 'yes', null, null])
    await show()
    const menu = await openMenu('More for Fri 12 Mar, 8 PM')
    fireEvent.click(menu.getByRole('menuitem', { name: 'Withdraw answer' }))
    await waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', path: answerPath(first, ros) }]))
  })

  it('a comment on the answer to one date is sent for that date only', async () => {
    group = aGroup([first, 'maybe', null, null], [second, 'yes', null, null])
    await show()
    fireEvent.click((await openMenu('More for Fri 12 Mar, 8 PM')).getByRole('menuitem', { name: 'Add a comment' }))
    const form = within(await screen.findByRole('dialog', { name: 'Fri 12 Mar, 8 PM' }))
    fireEvent.change(form.getByLabelText(/Comment/), { target: { value: ' Only after 9 ' } })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { method: 'PUT', path: answerPath(first, ros), body: { answer: 'maybe', comment: 'Only after 9' } },
      ]),
    )
  })

  it('a refused comment on the answer to one date stays in its dialog', async () => {
    group = aGroup([first, 'maybe', null, null], [second, 'yes', null, null])
    await show()
    fireEvent.click((await openMenu('More for Fri 12 Mar, 8 PM')).getByRole('menuitem', { name: 'Add a comment' }))
    const form = within(await screen.findByRole('dialog', { name: 'Fri 12 Mar, 8 PM' }))
    vi.stubGlobal('fetch', async () => errorResponse(429, 'too_many_requests'))
    fireEvent.change(form.getByLabelText(/Comment/), { target: { value: 'Only after 9' } })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Your answer was not saved' }))
    expect(screen.getByLabelText<HTMLInputElement>(/Comment/).value).toBe('Only after 9')
  })

  it('an admin changes the answer of another member, and the menu of a member without an answer has no "Withdraw answer"', async () => {
    await show()
    fireEvent.click((await openMenu('Answer for Kit, Fri 12 Mar, 8 PM: No')).getByRole('menuitem', { name: 'Maybe' }))
    await waitFor(() => expect(cellsOf('Kit')).toEqual(['Yes', 'Yes', 'Maybe']))
    await waitFor(() =>
      expect(sent).toEqual([{ method: 'PUT', path: answerPath(first, kit), body: { answer: 'maybe' } }]),
    )
    const menu = await openMenu('Answer for Mags, Fri 12 Mar, 8 PM: no answer')
    expect(menu.queryByRole('menuitem', { name: 'Withdraw answer' })).toBeNull()
  })
})
