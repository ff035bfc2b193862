import type { EventStatus } from '@gaffer/domain/events/event'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { RecordingsOfEvent } from './recordings-of-event.tsx'

const membership = anOwnMembership()
const { bandId } = membership

async function show(status: EventStatus) {
  const event = anEvent({ bandId, status })
  const query = { eventId: event.id }
  await renderPage(
    <RecordingsOfEvent event={event} membership={membership} renderNotes={() => null} onReport={() => undefined} />,
    {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
        [queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId } }), []],
        [queryKeyOf('GET /api/bands/:bandId/recordings', { params: { bandId }, query }), []],
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
