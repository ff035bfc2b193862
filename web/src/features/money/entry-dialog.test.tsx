import 'fake-indexeddb/auto'

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { limits } from '@gaffer/domain/shared/limits'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { expect, test, vi } from 'vitest'
import { listPictures } from '#features/files/camera-picture-database.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EntryDialog } from './entry-dialog.tsx'

test('a missing amount of a ledger entry shows an error at the amount field, which gets the focus, and typing clears the error', async () => {
  await renderPage(
    <EntryDialog bandId="b1" draft={{ kind: 'income' }} members={[]} ownId="m1" isOpen onClose={() => undefined} />,
    {},
  )
  const amount = screen.getByRole('textbox', { name: 'Pounds' })
  const save = screen.getByRole('button', { name: 'Write it down' })
  await act(async () => fireEvent.submit(document.getElementById(save.getAttribute('form') ?? '') as HTMLElement))
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(moneyMessages.amountRequired)).toBeTruthy()
  expect(document.activeElement).toBe(amount)
  fireEvent.change(amount, { target: { value: '20' } })
  expect(screen.queryByText(moneyMessages.amountRequired)).toBeNull()
})

test('saving an expense with a receipt that was taken with the camera closes the dialog and stores expense and receipt on the device', async () => {
  const user = aUser()
  const onClose = vi.fn<() => void>()
  await renderPage(
    <EntryDialog bandId="b1" draft={{ kind: 'expense' }} members={[]} ownId="m1" isOpen onClose={onClose} />,
    { cached: [[queryKeyOf('GET /api/me', {}), { user, bands: [] }]] },
  )
  fireEvent.change(screen.getByRole('textbox', { name: 'Pounds' }), { target: { value: '20' } })
  const camera = document.querySelector('input[capture]') as HTMLInputElement
  fireEvent.change(camera, { target: { files: [new File(['x'], 'image.jpg')] } })
  const save = screen.getByRole('button', { name: 'Write it down' })
  await act(async () => fireEvent.submit(document.getElementById(save.getAttribute('form') ?? '') as HTMLElement))
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(async () =>
    expect(await listPictures(user.id)).toMatchObject([
      { name: 'image.jpg', purpose: 'receipt', use: { body: { kind: 'expense', pence: 2000, membershipId: 'm1' } } },
    ]),
  )
})

test('a receipt over 10 MB is refused when it is chosen, before the expense is saved', async () => {
  await renderPage(
    <EntryDialog bandId="b1" draft={{ kind: 'expense' }} members={[]} ownId="m1" isOpen onClose={() => undefined} />,
    {},
  )
  const receipt = new File([], 'receipt.pdf')
  Object.defineProperty(receipt, 'size', { value: limits.receiptBytes + 1 })
  fireEvent.change(screen.getByLabelText('Add the receipt'), { target: { files: [receipt] } })
  expect(screen.getByText('A file like this can have up to 10 MB')).toBeTruthy()
  expect(screen.queryByText('receipt.pdf')).toBeNull()
  fireEvent.change(screen.getByLabelText('Add the receipt'), { target: { files: [new File(['x'], 'small.pdf')] } })
  expect(screen.queryByText('A file like this can have up to 10 MB')).toBeNull()
  expect(screen.getByText('small.pdf')).toBeTruthy()
})
