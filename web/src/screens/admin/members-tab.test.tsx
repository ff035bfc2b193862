import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { storeFormDraft } from '#lib/form-drafts.ts'
import { meQueryOptions } from '#lib/me.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { MembersTab } from './members-tab.tsx'

const own = anOwnMembership({ access: 'admin', permissions: ['members.invite'] })

it('a name that is typed while “Add a member” sends its entries stays in the form, and the sent entries are cleared', async () => {
  const { band: _, ...added } = anOwnMembership({ status: 'invited', displayName: 'Jo' })
  let answer: (() => void) | undefined
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return errorResponse(500, 'failed')
    await new Promise<void>((resolve) => (answer = resolve))
    return Response.json(added, { status: 201 })
  })
  storeFormDraft(aUser().id, `member/${own.bandId}`, { email: 'jo@example.com', displayName: 'Jo', role: 'Drums' })
  await renderPage(<MembersTab membership={own} />, {
    cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [own] }]],
  })
  const form = within(screen.getByRole('region', { name: 'Add a member' }))
  fireEvent.click(form.getByRole('button', { name: 'Continue' }))
  const field = (label: string) => form.getByLabelText<HTMLInputElement>(label)
  expect(field('Display Name').value).toBe('Jo')
  fireEvent.click(form.getByRole('button', { name: 'Add member' }))
  await waitFor(() => expect(answer).toBeDefined())
  fireEvent.change(field('Display Name'), { target: { value: 'Ali' } })
  answer?.()
  await waitFor(() => expect(readCurrentToast()?.title).toBe(bandMessages.memberInvited))
  await waitFor(() => expect(field('Email').value).toBe(''))
  expect(field('Display Name').value).toBe('Ali')
})
