import type { CalendarEntry } from '@gaffer/domain/events/event'
import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import type { OwnMembership } from '#lib/me.ts'
import { EventFormWithGigSheet } from '#features/gig-sheets/event-form-with-gig-sheet.tsx'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import { anEvent } from './event-fixture.ts'
import { renderPage } from './render-page.tsx'

export const eventFormBandId = anEvent().bandId ?? ''
const membership = {
  id: '0190a000-0000-7000-8000-0000000000a1',
  bandId: eventFormBandId,
  band: { allowedEventTypes: ['practice', 'gig'] },
} as unknown as OwnMembership

export const onEventFormSaved = vi.fn<(event: CalendarEntry) => void>()
export const onEventFormClosed = vi.fn<() => void>()

/** The form in a band that has practices and gigs, on 1 March 2027. */
export const renderEventForm = (subject: EventFormInitialState) =>
  renderPage(
    <EventFormWithGigSheet
      isOpen
      subject={subject}
      membership={membership}
      today="2027-03-01"
      onClose={onEventFormClosed}
      onSaved={onEventFormSaved}
      onDeleted={() => undefined}
    />,
    {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: { id: 'u1' }, bands: [membership] }],
        [queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId: eventFormBandId } }), []],
      ],
    },
  )

export const pressButton = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const typeIntoField = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: true, selector: 'input' }), { target: { value } })
