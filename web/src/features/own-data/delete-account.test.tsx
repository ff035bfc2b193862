import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { errorResponse } from '#testing/error-response.ts'
import { renderPage } from '#testing/render-page.tsx'
import { DeleteAccount } from './delete-account.tsx'

it('the dialog that deletes the account stays open until the reply, and shows a refusal', async () => {
  let refuse: (() => void) | undefined
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (refuse = resolve))
    return errorResponse(429, 'too_many_requests')
  })
  await renderPage(<DeleteAccount />)
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
