import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { FreeDaysAwayDialog } from './free-days-away-dialog.tsx'

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))

it('if only one of two changes to days away is saved, a toast says "1 of 2 changes were saved", and Undo takes the saved change back', async () => {
  const gig = anEvent({ type: 'gig', date: '2027-03-12' })
  const away = { ...aDaysAwayEvent('Ros', '2027-03-10', '2027-03-14'), bandId: gig.bandId }
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${path}`)
    return method === 'PATCH' ? errorResponse(412, 'stale') : Response.json(away, { status: 201 })
  })
  await renderPage(<FreeDaysAwayDialog event={gig} daysAway={[away]} onClose={() => undefined} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership()] }]],
  })
  const confirm = await screen.findByRole('button', { name: "Yes, I'm free" })
  // The dialog ignores presses for its first 500 ms.
  await act(() => sleep(600))
  fireEvent.click(confirm)
  await waitFor(() =>
    expect(readCurrentToast()).toMatchObject({
      title: 'Failed to change your days away',
      detail: '1 of 2 changes were saved.',
    }),
  )
  readCurrentToast()?.action?.onPress()
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Days away restored'))
  expect(sent).toEqual([
    `POST /api/bands/${away.bandId}/events`,
    `PATCH /api/me/events/${away.id}`,
    `DELETE /api/me/events/${away.id}`,
  ])
})
