import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { aBandmateMembership, anAnswer } from '#testing/answers-fixture.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EventDetailsDialog } from './calendar-dialogs.tsx'

const ignore = () => undefined

it('closing the event dialog does not render the answers again, also if the stored event is newer than the listed one', async () => {
  let renders = 0
  const answer: MemberAnswer = Object.defineProperty(anAnswer(aBandmateMembership('Kit', 2)), 'displayName', {
    enumerable: true,
    get: () => ((renders += 1), 'Kit'),
  })
  const membership = anOwnMembership()
  const { bandId } = membership
  const listed = anEvent({ title: 'Listed' })
  const params = { bandId, eventId: listed.id }
  const stored = { ...listed, title: 'Stored', version: listed.version + 1 }
  const dialog = (isOpen: boolean) => (
    <EventDetailsDialog
      isOpen={isOpen}
      event={listed}
      membership={membership}
      onClose={ignore}
      onDeleted={ignore}
      onChanged={ignore}
      onEdit={ignore}
    />
  )
  const { rerender } = await renderPage(dialog(true), {
    cached: [
      [meQueryOptions.queryKey, { user: aUser(), bands: [membership] }],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId', { params }), stored],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/answers', { params }), [answer]],
    ],
  })
  expect(screen.getByRole('heading', { name: 'Stored' })).toBeTruthy()
  expect(renders).toBeGreaterThan(0)
  renders = 0
  rerender(dialog(false))
  expect(renders).toBe(0)
})

it('on the day of a practice the event dialog shows What to play above the answers, and no button "Show history"', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-12T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const membership = anOwnMembership()
  const event = anEvent({ bandId: membership.bandId, date: '2027-03-12', startTime: '19:00' })
  await renderPage(
    <EventDetailsDialog
      isOpen
      event={event}
      membership={membership}
      onClose={ignore}
      onDeleted={ignore}
      onChanged={ignore}
      onEdit={ignore}
    />,
    { cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [membership] }]] },
  )
  const tab = await screen.findByRole('tab', { name: 'What to play' })
  const answers = screen.getByRole('region', { name: 'Answers' })
  expect(tab.compareDocumentPosition(answers) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(screen.queryByRole('button', { name: 'Show history' })).toBeNull()
})

it('after a change of the status of another band’s event, the event dialog calls onChanged with the stored event and the name of the band', async () => {
  const membership = anOwnMembership()
  const event = anEvent({ bandId: membership.bandId, bandName: membership.band.name })
  const stored = anEvent({ ...event, bandName: null, status: 'tentative', version: event.version + 1 })
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    method === 'PATCH' ? Promise.resolve(Response.json(stored)) : new Promise(() => undefined),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const onChanged = vi.fn<(changed: CalendarEntry) => void>()
  await renderPage(
    <EventDetailsDialog
      isOpen
      event={event}
      membership={null}
      onClose={ignore}
      onDeleted={ignore}
      onChanged={onChanged}
      onEdit={ignore}
    />,
    { cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [membership] }]] },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Pencil it' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalled())
  expect(onChanged).toHaveBeenCalledWith({ ...stored, bandName: 'The Night Buses' })
})
