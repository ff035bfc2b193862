import type { BandEvent } from '@gaffer/domain/events/event'
import type { NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { isMoveOrCancellation, useEventChangeToast } from './use-event-change-toast.ts'
// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
import '#lib/check-response.ts'

const practice = anEvent({ date: '2027-03-12', startTime: '19:00', location: 'Room 1' })
const withChanges = (fields: Partial<BandEvent>): BandEvent => ({ ...practice, ...fields, version: 2 })

afterEach(dismissToast)

describe('a change that others are told of', () => {
  it.each([
    ['a moved event', { startTime: '20:00' }, true],
    ['an event in another place', { location: 'Room 2' }, true],
    ['a cancelled event', { status: 'cancelled' }, true],
    ['new notes', { notes: 'Bring the drums' }, false],
    ['a pencilled event', { status: 'tentative' }, false],
  ] as const)('isMoveOrCancellation of %s (%j) is %j', (_, fields, isOne) => {
    expect(isMoveOrCancellation(practice, withChanges(fields))).toBe(isOne)
  })

  it('days away that move, and changes to an event that was cancelled before, are no move or cancellation', () => {
    const away = aDaysAwayEvent('Ros', '2027-03-12')
    expect(isMoveOrCancellation(away, { ...away, date: '2027-04-01' })).toBe(false)
    expect(
      isMoveOrCancellation(
        { ...practice, status: 'cancelled' },
        withChanges({ status: 'cancelled', date: '2027-04-01' }),
      ),
    ).toBe(false)
  })
})

describe('the toast after a change', () => {
  let sent: unknown
  let recipients: NoticeRecipients
  let reply: () => Response

  beforeEach(() => {
    sent = null
    recipients = { members: [1, 2, 3, 4].map((number) => aMember(number, true)), deps: [] }
    reply = () => Response.json({ ...practice, version: 3 })
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      if (path === `${eventPath}/notice-recipients`) return Response.json(recipients)
      sent = { path, method, version: (headers as Headers).get('if-match'), body: JSON.parse(String(body)) as object }
      return reply()
    })
  })

  const me = { user: aUser(), bands: [anOwnMembership()] }
  const eventPath = `/api/bands/${practice.bandId}/events/${practice.id}`
  const aMember = (number: number, isReached: boolean) => ({
    membershipId: `0190a000-0000-7000-8000-00000000000${number}`,
    displayName: `Member ${number}`,
    isReached,
    hasPushOrMail: true,
  })

  type Change = { before: BandEvent; after: BandEvent }
  function Saved({ before, after }: Change) {
    const show = useEventChangeToast(practice.bandId)
    return <button onClick={() => void show({ title: 'Saved' }, before, after)}>Save</button>
  }

  async function save(fields: Partial<BandEvent>, stored: Partial<BandEvent> = {}) {
    dismissToast()
    const change = { before: { ...practice, ...stored }, after: { ...practice, ...stored, ...fields, version: 2 } }
    await renderPage(<Saved {...change} />, { cached: [[queryKeyOf('GET /api/me', {}), me]] })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Saved', isOpen: true }))
    cleanup()
    return readCurrentToast()
  }

  it('the toast after a move of an event says "The other 4 will be told"', async () => {
    expect((await save({ startTime: '20:00' }))?.detail).toBe('The other 4 will be told')
  })

  it('the toast after a move of an event names the members and deps who will be told, and the members who only see it in the app', async () => {
    recipients = { members: [aMember(1, true), aMember(2, false)], deps: ['Tom'] }
    expect((await save({ startTime: '20:00' }))?.detail).toBe(
      'Member 1 and Tom (dep) will be told. Member 2 sees it in Gaffer.',
    )
  })

  it('the toast after a move of an event without recipients, and the toast after new notes, have no second line and no Undo', async () => {
    recipients = { members: [], deps: [] }
    for (const toast of [await save({ startTime: '20:00' }), await save({ notes: 'Bring the drums' })])
      expect([toast?.title, toast?.detail, toast?.action]).toEqual(['Saved', undefined, undefined])
  })

  it('the toast after a cancellation without recipients has Undo and no second line', async () => {
    recipients = { members: [], deps: [] }
    const toast = await save({ status: 'cancelled' })
    expect([toast?.detail, toast?.action?.label]).toEqual([undefined, 'Undo'])
  })

  it('if the recipients cannot be read, the toast after a move has Undo and names nobody', async () => {
    vi.stubGlobal('fetch', async () => errorResponse(503, 'unavailable'))
    const toast = await save({ startTime: '20:00' })
    expect([toast?.detail, toast?.action?.label]).toEqual([undefined, 'Undo'])
  })

  it('Undo of a change of an event sends the old values of the changed fields with If-Match of the stored version', async () => {
    const toast = await save({ date: '2027-03-13', startTime: '20:00' })
    toast?.action?.onPress()
    await waitFor(() => expect(readCurrentToast()?.title).toBe('Everything is as it was'))
    expect(sent).toEqual({
      path: eventPath,
      method: 'PATCH',
      version: '"2"',
      body: { date: '2027-03-12', startTime: '19:00' },
    })
  })

  it('if members have answered an event that does not ask for answers, the toast after a move has the button "Ask", which asks everybody', async () => {
    const answered = { asksAnswers: false, answerCounts: { yes: 2, maybe: 0, no: 0, away: 0, none: 3 } }
    const toast = await save({ startTime: '20:00' }, answered)
    expect([toast?.action?.label, toast?.secondAction?.label]).toEqual(['Undo', 'Ask'])
    toast?.secondAction?.onPress()
    await waitFor(() => expect(readCurrentToast()?.title).toBe('Everybody is asked again'))
    expect(sent).toMatchObject({ path: eventPath, method: 'PATCH', body: { asksAnswers: true } })
  })

  it.each([
    ['a move of an event that asks everybody', { startTime: '20:00' }, { asksAnswers: true }],
    ['a cancellation', { status: 'cancelled' }, {}],
    ['new notes', { notes: 'Bring the drums' }, {}],
  ] as const)('the toast after %s has no button "Ask"', async (_, fields, stored) => {
    const answerCounts = { yes: 2, maybe: 0, no: 0, away: 0, none: 3 }
    expect(await save(fields, { asksAnswers: false, answerCounts, ...stored })).not.toHaveProperty('secondAction')
  })

  describe('of a confirmed option', () => {
    const option = { optionGroupId: '0190a000-0000-7000-8000-0000000000aa', optionNumber: 1, optionCount: 3 }
    const pencilled = { ...practice, ...option, status: 'tentative' as const }
    const confirmed = { ...pencilled, status: 'confirmed' as const, version: 2 }

    function Confirmed() {
      const show = useEventChangeToast(practice.bandId)
      return <button onClick={() => void show({ title: 'Event confirmed' }, pencilled, confirmed)}>Confirm</button>
    }

    it.each([
      [[], { title: 'Everything is as it was' }],
      [
        ['2027-03-19', '2027-03-26'],
        {
          title: 'Pencilled again',
          text: 'Changed in the meantime, so kept as they are: Friday 19/03/2027 and Friday 26/03/2027',
        },
      ],
    ])(
      'Undo after the confirmation of an option pencils all options again, and the toast names the options that were changed since: %j',
      async (kept, expected) => {
        vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers }: RequestInit = {}) => {
          if (method === 'GET') return Response.json({ members: [], deps: [] })
          sent = { path, method, version: (headers as Headers).get('if-match') }
          return Response.json({ event: { ...pencilled, version: 3 }, kept })
        })
        await renderPage(<Confirmed />)
        fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
        await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Event confirmed', isOpen: true }))
        expect(readCurrentToast()?.detail).toBeUndefined()
        readCurrentToast()?.action?.onPress()
        await waitFor(() => expect(readCurrentToast()).toMatchObject(expected))
        expect(sent).toEqual({
          path: `/api/bands/${practice.bandId}/events/${practice.id}/undo-confirmation`,
          method: 'POST',
          version: '"2"',
        })
      },
    )
  })

  it('if the server refuses the Undo of a change of an event, a toast says that the change could not be undone', async () => {
    reply = () => Response.json({ code: 'stale', message: 'Somebody changed this in the meantime' }, { status: 412 })
    const toast = await save({ status: 'cancelled' })
    toast?.action?.onPress()
    await waitFor(() => expect(readCurrentToast()?.title).toBe('The change could not be undone'))
  })
})
