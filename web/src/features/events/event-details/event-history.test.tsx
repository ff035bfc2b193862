import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { EventHistory } from './event-history.tsx'

const event = anEvent({ startTime: '20:00', venue: 'The Lexington', version: 3 })
const bandId = event.bandId ?? ''
const at = '2027-01-01T10:00:00.000Z'
const change = (version: number, fields: EventHistoryEntry['fields'] = []): EventHistoryEntry => ({
  at,
  membershipId: null,
  displayName: 'Kit',
  fields,
  version,
})
const history = [
  change(3, [{ field: 'venue', from: 'The Fenton', to: 'The Lexington' }]),
  change(2, [{ field: 'startTime', from: '19:00', to: '20:00' }]),
  change(1),
]
type Sent = { path: string; method: string; version: string | null; body: unknown }
let sent: Sent[] = []

beforeAll(() => import('#lib/check-response.ts'))
afterEach(dismissToast)

function open(reply: () => Response, shown = event, changes = history) {
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = '', headers, body }: RequestInit) => {
    if (path.endsWith('/notice-recipients')) return Response.json({ members: [], deps: [] })
    if (method === 'GET') return new Promise(() => undefined)
    const version = new Headers(headers).get('if-match')
    sent.push({ path, method, version, body: body ? (JSON.parse(String(body)) as unknown) : null })
    return reply()
  })
  const key = queryKeyOf('GET /api/bands/:bandId/events/:eventId/history', { params: { bandId, eventId: event.id } })
  const me = { user: aUser(), bands: [anOwnMembership({ bandId })] }
  const cached = [[key, changes] as const, [queryKeyOf('GET /api/me', {}), me] as const]
  return renderPage(<EventHistory event={shown} bandId={bandId} />, { cached })
}

async function takeBack(index: number) {
  fireEvent.click(screen.getAllByRole('button', { name: 'Take back' })[index] as HTMLElement)
  const question = await screen.findByRole('alertdialog', { name: 'Take back this change by Kit?' })
  // Repeats the press, because the dialog ignores presses for its first 500 ms.
  await waitFor(() => {
    if (sent.length === 0) fireEvent.click(within(question).getByRole('button', { name: 'Take back' }))
    expect(sent).toHaveLength(1)
  })
  return question
}

it('in the history of an event, every version but the first has the button "Take back"', async () => {
  await open(() => Response.json(event))
  const versions = screen.getAllByRole('list')[0]?.children ?? []
  const hasButton = [...versions].map(
    (one) => within(one as HTMLElement).queryByRole('button', { name: 'Take back' }) !== null,
  )
  expect(hasButton).toEqual([true, true, false])
})

it('taking back an older change of an event shows both values and sends the old value with If-Match of the version on screen', async () => {
  await open(() => Response.json({ ...event, startTime: '19:00', version: 4 }))
  const question = await takeBack(1)
  expect(question.textContent).toContain('Start time: 8 PM → 7 PM')
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Change taken back'))
  expect(sent).toEqual([
    {
      path: `/api/bands/${bandId}/events/${event.id}`,
      method: 'PATCH',
      version: '"3"',
      body: { startTime: '19:00' },
    },
  ])
})

it('taking back the confirmation of an option says that the cancelled options are pencilled again, and posts undo-confirmation', async () => {
  const option = { ...event, optionGroupId: event.id, optionNumber: 1, optionCount: 3 }
  const confirmation = change(3, [{ field: 'status', from: 'tentative', to: 'confirmed' }])
  const reply = { event: { ...option, status: 'tentative', version: 4 }, kept: [] }
  await open(() => Response.json(reply), option, [confirmation, change(1)])
  const question = await takeBack(0)
  expect(question.textContent).toContain('The options that were cancelled with it will be pencilled again.')
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Change taken back'))
  const path = `/api/bands/${bandId}/events/${event.id}/undo-confirmation`
  expect(sent).toEqual([{ path, method: 'POST', version: '"3"', body: null }])
})

it('a conflict (412) when a change of an event is taken back is shown in a toast', async () => {
  await open(() => Response.json({ code: 'stale', message: 'Somebody changed this in the meantime' }, { status: 412 }))
  await takeBack(0)
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Failed to take the change back'))
  expect(readCurrentToast()?.text).toBe('Somebody changed this in the meantime')
})
