import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { BandEvent, CalendarEntry, DaysAway } from '@gaffer/domain/events/event'
import { renderHook, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { useFirstStepsVisibility } from './first-steps-done.ts'
import { FirstSteps } from './first-steps.tsx'

beforeEach(() => localStorage.clear())

const dayMs = 86_400_000
const membershipOf = (permissions: string[], ageDays = 0) =>
  ({
    id: 'm1',
    bandId: 'b1',
    permissions,
    band: { id: 'b1', name: 'The Night Buses', createdAt: new Date(Date.now() - ageDays * dayMs).toISOString() },
  }) as unknown as OwnMembership

const show = (membership: OwnMembership, lists: { events?: CalendarEntry[]; members?: never[] } = {}) =>
  renderPage(
    <FirstSteps
      membership={membership}
      today="2026-03-01"
      events={lists.events}
      members={lists.members}
      invitations={undefined}
      onHide={() => undefined}
    />,
  )

const isShown = (membership: OwnMembership) => renderHook(() => useFirstStepsVisibility(membership)).result.current[0]

test('the first steps of a new band are an invitation, a practice and subscribing to the calendar', async () => {
  const { container } = await show(membershipOf(['members.invite']))
  expect([...container.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
    'Invite your bandmatesInvite',
    'Plan the first practicePlan',
    'Get the calendar on your phoneSubscribe',
  ])
  expect(screen.getByRole('link', { name: 'Invite' }).getAttribute('href')).toMatch(/^\/admin\?tab=members&invite=/)
})

test('the first steps of a member who may not invite do not include inviting bandmates', async () => {
  await show(membershipOf([]))
  expect(screen.queryByText('Invite your bandmates')).toBeNull()
})

test('a completed first step has no link, and stays completed when its event is no longer listed', async () => {
  const membership = membershipOf(['members.invite'])
  await show(membership, { events: [{ type: 'practice' } as BandEvent] })
  expect(screen.queryByRole('link', { name: 'Plan' })).toBeNull()
  await show(membership, { events: [] })
  expect(screen.queryByRole('link', { name: 'Plan' })).toBeNull()
})

test('days away do not complete the step "Plan the first practice"', async () => {
  await show(membershipOf([]), { events: [{ type: 'unavailable' } as DaysAway] })
  expect(screen.getByRole('link', { name: 'Plan' })).toBeTruthy()
})

test('the short card of the first steps shows the next step that is not done, with its action', async () => {
  const show = (events: CalendarEntry[]) =>
    renderPage(
      <FirstSteps
        membership={membershipOf([])}
        today="2026-03-01"
        events={events}
        members={undefined}
        invitations={undefined}
        isShort
        onHide={() => undefined}
      />,
    )
  const { container } = await show([])
  expect(container.textContent).toContain('First step 1 of 2Plan the first practicePlan')
  const { container: later } = await show([{ type: 'practice' } as BandEvent])
  expect(later.textContent).toContain('First step 2 of 2Get the calendar on your phoneSubscribe')
})

test('the first steps are shown for 30 days after the band was created, unless the member has hidden them', () => {
  expect(isShown(membershipOf([], 29))).toBe(true)
  expect(isShown(membershipOf([], 31))).toBe(false)
  localStorage.setItem('gaffer.firstSteps', 'b1/all')
  expect(isShown(membershipOf([], 1))).toBe(false)
})
