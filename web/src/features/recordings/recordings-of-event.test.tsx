import type { EventStatus } from '@gaffer/domain/events/event'
import type { Recording } from '@gaffer/domain/recordings/recording'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { RecordingsOfEvent } from './recordings-of-event.tsx'

const membership = anOwnMembership()
const { bandId } = membership

const hidden: Recording = {
  id: '0190a000-0000-7000-8000-0000000000d1',
  eventId: null,
  name: recordingMessages.hidden,
  bytes: 1000,
  seconds: 60,
  mime: 'audio/flac',
  url: null,
  marks: [],
  isKept: true,
  expiresAt: null,
  recordedAt: '2027-03-12T12:00:00.000Z',
  uploadedBy: null,
  noteCount: 0,
  hasUnreadNotes: false,
  version: 1,
}

async function show(status: EventStatus, recordings: readonly Recording[] = []) {
  const event = anEvent({ bandId, status })
  const query = { eventId: event.id }
  await renderPage(
    <RecordingsOfEvent event={event} membership={membership} renderNotes={() => null} onReport={() => undefined} />,
    {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
        [queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } }), []],
        [queryKeyOf('GET /api/bands/:bandId/recordings', { params: { bandId }, query }), recordings],
      ],
    },
  )
  await screen.findByRole('heading', { name: 'Recordings' })
}

it('a confirmed event can be recorded', async () => {
  await show('confirmed')
  expect(screen.queryByRole('button', { name: 'Record' })).not.toBeNull()
})

it('a cancelled event cannot be recorded', async () => {
  await show('cancelled')
  expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
})

it('a hidden recording keeps its place, and only its uploader, admins and owners can delete it', async () => {
  await show('confirmed', [
    hidden,
    { ...hidden, id: '0190a000-0000-7000-8000-0000000000d2', uploadedBy: membership.id },
  ])
  const [others, own] = within(screen.getByRole('list', { name: 'Recordings' })).getAllByRole('listitem')
  expect([others, own].map((row) => row?.querySelector('p')?.textContent)).toEqual(
    Array(2).fill(recordingMessages.hidden),
  )
  expect(
    [within(others!).queryAllByRole('button'), within(own!).getAllByRole('button')].map((all) => all.length),
  ).toEqual([0, 1])
  fireEvent.click(within(own!).getByRole('button'))
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Delete'])
})
