import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
