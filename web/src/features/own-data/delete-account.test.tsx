import type { OwnMembership } from '@gaffer/domain/bands/member'
import { limits } from '@gaffer/domain/shared/limits'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { errorResponse } from '#testing/error-response.ts'
import { meQueryOptions } from '#lib/me.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { DeleteAccount } from './delete-account.tsx'

const show = (bands: readonly OwnMembership[]) =>
  renderPage(<DeleteAccount />, { cached: [[meQueryOptions.queryKey, { user: aUser(), bands }]] })

it('the question before an account is deleted says what bands still owe, and how long admins can restore events', async () => {
  const own = anOwnMembership()
  const other = anOwnMembership({
    id: '0190a000-0000-7000-8000-0000000000b2',
    bandId: '0190a000-0000-7000-8000-00000000000c',
  })
  const balanceOf = ({ id: membershipId, bandId }: OwnMembership) => ({
    personId: '0190a000-0000-7000-8000-0000000000c1',
    membershipId,
    displayName: 'Ros',
    owedPence: bandId === own.bandId ? 8450 : -1200,
  })
  vi.stubGlobal('fetch', async (path: string) => {
    const membership = path.includes(own.bandId) ? own : other
    return Response.json({ entries: [], balances: [balanceOf(membership)], potPence: 0 })
  })
  await show([own, other])
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findAllByText(/still owes you/)).toHaveLength(1)
  expect(screen.getByText(/^The Night Buses still owes you £84.50/)).toBeTruthy()
  expect(
    screen.getByText(new RegExp(`for ${limits.restorableDays} days, an admin can put their dates back`)),
  ).toBeTruthy()
})

it('the dialog that deletes the account stays open until the server responds, and shows the refusal of the server as an alert', async () => {
  let refuse: (() => void) | undefined
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (refuse = resolve))
    return errorResponse(429, 'too_many_requests')
  })
  await show([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: 'delete' } })
  fireEvent.submit(field)
  await waitFor(() => expect(refuse).toBeDefined())
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  refuse?.()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(field.value).toBe('delete')
  fireEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
