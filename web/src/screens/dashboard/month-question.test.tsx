import type { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import type { OwnMembership } from '#lib/me.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { MonthAvailabilityQuestion, useMonthQuestion } from './month-question.tsx'

const [me, kit, dee] = ['a1', 'a2', 'a3'].map((end) => `0190a000-0000-7000-8000-0000000000${end}`)
const question = 'Nothing for December from you yet'
const onAway = vi.fn<(month: string) => void>()
let sent: string[]

// Loads the response schemas ahead: the first reply would otherwise wait for them.
beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  localStorage.clear()
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = '' }: RequestInit) => {
    if (method === 'GET') return new Promise(() => undefined)
    sent.push(`${method} ${path}`)
    return new Response(null, { status: 204 })
  })
})

function Shown({ membership, today }: { membership: OwnMembership; today: string }) {
  const { month, dismiss } = useMonthQuestion(membership, today)
  return month && <MonthAvailabilityQuestion {...{ membership, month, onAway }} onDismiss={dismiss} />
}

type ShowOptions = { today?: string; unsaid?: (string | undefined)[]; permissions?: string[] }

function show({ today = '2026-11-25', unsaid = [me, kit, dee], permissions = [] }: ShowOptions = {}) {
  const members = Object.entries({ Ros: me, Kit: kit, Dee: dee }).map(([displayName, membershipId]) => ({
    membershipId,
    displayName,
    hasSaid: !unsaid.includes(membershipId),
  })) as MemberMonthAvailability[]
  const membership = { id: me, bandId: 'b1', permissions } as unknown as OwnMembership
  const address = { params: { bandId: 'b1' }, query: { month: '2026-12' } }
  return renderPage(<Shown membership={membership} today={today} />, {
    cached: [[queryKeyOf('GET /api/bands/:bandId/availability', address), members]],
  })
}

it('the month question is hidden before the last seven days of a month and after the member has answered it', async () => {
  const page = await show({ today: '2026-11-23' })
  expect(page.container.textContent).toBe('')
  const second = await show({ unsaid: [kit] })
  expect(second.container.textContent).toBe('')
})

it('"I\'m away some days" calls onAway with the next month', async () => {
  await show()
  expect(screen.getByRole('heading', { name: question })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: "I'm away some days" }))
  expect(onAway).toHaveBeenCalledWith('2026-12')
})

it('"I can do them all" sends the next month as free, and Undo deletes that answer again', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'I can do them all' }))
  await waitFor(() => expect(sent).toEqual(['PUT /api/me/free-months/2026-12']))
  await waitFor(() => expect(readCurrentToast()?.text).toBe('You can do all of December'))
  readCurrentToast()?.action?.onPress()
  await waitFor(() => expect(sent[1]).toBe('DELETE /api/me/free-months/2026-12'))
})

it('a failed Undo of "I can do them all" shows the toast "Failed to undo your answer"', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'I can do them all' }))
  await waitFor(() => expect(readCurrentToast()?.text).toBe('You can do all of December'))
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
  readCurrentToast()?.action?.onPress()
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Error', text: 'Failed to undo your answer' }))
})

it('a dismissed month question is not shown again on this device', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss December' }))
  expect(screen.queryByText(question)).toBeNull()
  await show()
  expect(screen.queryByText(question)).toBeNull()
})

it('the names of members who have said nothing about the month are shown only to members who may invite', async () => {
  const text = "Kit and Dee haven't said anything about December yet"
  const page = await show({ permissions: ['members.invite'], unsaid: [kit, dee] })
  expect(page.container.textContent).toBe(text)
  const other = await show()
  expect(other.container.textContent).not.toContain(text)
})
