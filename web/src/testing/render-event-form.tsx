import type { CalendarEntry } from '@gaffer/domain/events/event'
import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import type { OwnMembership } from '#lib/me.ts'
import { EventFormWithGigSheet } from '#features/gig-sheets/event-form-with-gig-sheet.tsx'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import { anEvent } from './event-fixture.ts'
import { anOwnMembership } from './membership-fixture.ts'
import { renderPage } from './render-page.tsx'

export const eventFormBandId = anEvent().bandId ?? ''
const membership = {
  id: '0190a000-0000-7000-8000-0000000000a1',
  bandId: eventFormBandId,
  band: { allowedEventTypes: ['practice', 'gig'] },
} as unknown as OwnMembership

export const onEventFormSaved = vi.fn<(event: CalendarEntry) => void>()
export const onEventFormClosed = vi.fn<() => void>()

const otherBandId = '0190a000-0000-7000-8000-0000000000d1'
/** The membership of the user in Harbour Lights, which is not the form's band. */
export const otherMembership = anOwnMembership({
  bandId: otherBandId,
  band: { ...anOwnMembership().band, id: otherBandId, name: 'Harbour Lights' },
})

/** The form in a band that has practices and gigs, or without a selected band, on 1 March 2027. */
export const renderEventForm = (subject: EventFormInitialState, selected: OwnMembership | null = membership) =>
  renderPage(
    <EventFormWithGigSheet
      isOpen
      subject={subject}
      membership={selected}
      today="2027-03-01"
      onClose={onEventFormClosed}
      onSaved={onEventFormSaved}
      onDeleted={() => undefined}
    />,
    {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: { id: 'u1' }, bands: [membership, otherMembership] }],
        [queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId: eventFormBandId } }), []],
      ],
    },
  )

export const pressButton = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const typeIntoField = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: true, selector: 'input' }), { target: { value } })
