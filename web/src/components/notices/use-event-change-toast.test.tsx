// @vitest-environment happy-dom
import type { Event } from '@gaffer/domain/event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast, type ToastContent } from '#ui/toast-store.ts'
import { countNotifiedMembers, useEventChangeToastFactory } from './use-event-change-toast.ts'
// Otherwise loaded with the first response, for longer than `waitFor` waits on a busy machine.
import '#lib/check-response.ts'

const practice = anEvent({ date: '2027-03-12', startTime: '19:00', location: 'Room 1' })
const changed = (fields: Partial<Event>): Event => ({ ...practice, ...fields, version: 2 })

afterEach(dismissToast)

describe('the number of members who get a notice', () => {
  it.each([
    ['a moved event', { startTime: '20:00' }, 4],
    ['an event in another place', { location: 'Room 2' }, 4],
    ['a cancelled event', { status: 'cancelled' }, 4],
    ['new notes', { notes: 'Bring the drums' }, 0],
    ['a pencilled event', { status: 'tentative' }, 0],
    [
      'the event of a band with one member',
      { date: '2027-03-13', answerCounts: { yes: 1, maybe: 0, no: 0, away: 0, none: 0 } },
      0,
    ],
  ] as const)('the number of members who get a notice about %s (%j) is %i', (_, fields, count) => {
    expect(countNotifiedMembers(practice, changed(fields))).toBe(count)
  })

  it('the number of members who get a notice is 0 for days away and for an event that was cancelled before', () => {
    const away = anEvent({ type: 'unavailable' })
    expect(countNotifiedMembers(away, { ...away, date: '2027-04-01' })).toBe(0)
    expect(
      countNotifiedMembers({ ...practice, status: 'cancelled' }, changed({ status: 'cancelled', date: '2027-04-01' })),
    ).toBe(0)
  })
})

describe('Undo', () => {
  let sent: unknown
  const shown = vi.fn<(toast: Partial<ToastContent> | null) => void>()
  const toast = () => shown.mock.lastCall?.[0]

  function Saved({ after }: { after: Event }) {
    const changeToast = useEventChangeToastFactory(practice.bandId)
    shown(changeToast(practice, after))
    return null
  }

  it('Undo sends the old values of the changed fields with If-Match of the stored version', async () => {
    vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
      sent = { path, method, version: (headers as Headers).get('if-match'), body: JSON.parse(String(body)) as object }
      return Response.json({ ...practice, version: 3 })
    })
    await renderPage(<Saved after={changed({ date: '2027-03-13', startTime: '20:00' })} />)
    expect(toast()?.detail).toBe('The other 4 will be told')
    toast()?.action?.onPress()
    await vi.waitFor(() => expect(readCurrentToast()?.title).toBe('Everything is as it was'))
    expect(sent).toEqual({
      path: `/api/bands/${practice.bandId}/events/${practice.id}`,
      method: 'PATCH',
      version: '"2"',
      body: { date: '2027-03-12', startTime: '19:00' },
    })
  })

  describe('of a confirmed option', () => {
    const option = { optionGroupId: '0190a000-0000-7000-8000-0000000000aa', optionNumber: 1, optionCount: 3 }
    const pencilled = { ...practice, ...option, status: 'tentative' as const }
    const confirmed = { ...pencilled, status: 'confirmed' as const, version: 2 }

    function Confirmed() {
      const changeToast = useEventChangeToastFactory(practice.bandId)
      shown(changeToast(pencilled, confirmed))
      return null
    }

    it.each([
      [[], { title: 'Everything is as it was' }],
      [
        ['2027-03-19', '2027-03-26'],
        {
          title: 'Pencilled again',
          text: 'Changed in the meantime, and left alone: Friday 19/03/2027 and Friday 26/03/2027',
        },
      ],
    ])('Undo pencils all options again, and names those that were changed since: %j', async (kept, expected) => {
      vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
        sent = { path, method, version: (headers as Headers).get('if-match') }
        return Response.json({ event: { ...pencilled, version: 3 }, kept })
      })
      await renderPage(<Confirmed />)
      expect(toast()?.detail).toBeUndefined()
      toast()?.action?.onPress()
      await vi.waitFor(() => expect(readCurrentToast()).toMatchObject(expected))
      expect(sent).toEqual({
        path: `/api/bands/${practice.bandId}/events/${practice.id}/undo-confirmation`,
        method: 'POST',
        version: '"2"',
      })
    })
  })

  it('an Undo that the server refuses shows a toast', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 'stale', message: 'Somebody changed this in the meantime' }, { status: 412 }),
    )
    await renderPage(<Saved after={changed({ status: 'cancelled' })} />)
    toast()?.action?.onPress()
    await vi.waitFor(() => expect(readCurrentToast()?.title).toBe('The change could not be undone'))
  })
})
