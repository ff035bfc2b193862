import { act, fireEvent, screen } from '@testing-library/react'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { expect, test } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { EntryDialog } from './entry-dialog.tsx'

test('a missing amount of a ledger entry shows an error at its field, which gets the focus, and typing clears the error', async () => {
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
