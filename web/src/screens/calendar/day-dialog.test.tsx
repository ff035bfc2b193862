import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { DayDialog } from './calendar-dialogs.tsx'

const nothing = () => undefined
const busy = {
  membershipId: '0190a000-0000-7000-8000-00000000000a',
  displayName: 'Kit',
  date: '2027-03-05',
  endDate: null,
  startTime: '14:00',
  endTime: '16:00',
}
const day = { isOpen: true, date: '2027-03-05', addLabel: 'Add', onOpen: nothing, onAdd: nothing, onClose: nothing }

it('the day dialog lists the events of the day and then the busy times of members', async () => {
  await renderPage(<DayDialog {...day} events={[anEvent({ title: 'Launch', date: '2027-03-05' })]} busy={[busy]} />)
  expect(screen.getByRole('dialog').textContent).toMatch(/Launch.*Kit: busy 2–4 PM/)
})

it('the day dialog of a day without events lists the busy times of members', async () => {
  await renderPage(<DayDialog {...day} events={[]} busy={[busy]} />)
  expect(screen.getByRole('dialog').textContent).toMatch(/Nothing on this day\.Kit: busy 2–4 PM/)
})
