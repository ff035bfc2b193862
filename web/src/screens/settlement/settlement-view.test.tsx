import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSettlement } from '#testing/settlement-fixture.ts'
import { SettlementView } from './settlement-page.tsx'

it('a typed fee stays on the page of a settlement when another member saves a new version', async () => {
  const event = anEvent({ type: 'gig' })
  const membership = anOwnMembership({ access: 'admin' })
  const view = (version: number) => (
    <SettlementView membership={membership} event={event} settlement={aSettlement({ version })} members={[]} />
  )
  const { rerender } = await renderPage(view(1))
  const fee = screen.getByRole<HTMLInputElement>('textbox', { name: /^Fee/ })
  fireEvent.change(fee, { target: { value: '350' } })
  rerender(view(2))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Fee/ }).value).toBe('350')
})

it('the button of a dep prints the dep’s invoice, which names dep, band, gig and fee, and the invoice leaves the page after printing', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const event = anEvent({ type: 'gig', title: 'The Old Crown', date: '2026-11-09' })
  const settlement = aSettlement({ deps: [{ depId: 'd1', name: 'Jo', pence: 12_050 }] })
  await renderPage(<SettlementView membership={anOwnMembership()} event={event} settlement={settlement} members={[]} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Print the invoice of Jo' }))
  const sheetText = () => document.querySelector('[data-print-sheet]')?.textContent
  for (const text of ['From: Jo', 'To: The Night Buses', 'Performance: The Old Crown', '09/11/2026', 'Total£120.50']) {
    expect(sheetText()).toContain(text)
  }
  expect(print).toHaveBeenCalledOnce()
  fireEvent(window, new Event('afterprint'))
  expect(sheetText()).toBeUndefined()
})
