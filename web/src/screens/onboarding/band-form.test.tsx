import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { NewBandForm } from './onboarding-page.tsx'

async function show() {
  const onCreated = vi.fn()
  const created = Promise.withResolvers<boolean>()
  await renderPage(
    <NewBandForm
      displayName="Ros"
      defaultMemberColor="#6b7280"
      isBusy={false}
      onSubmit={() => created.promise}
      onCreated={onCreated}
    />,
    { cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [] }]] },
  )
  return { onCreated, finish: () => act(async () => created.resolve(true)) }
}

const role = () => screen.getByLabelText<HTMLInputElement>(/^Role/)
const pick = (name: string) => act(() => screen.getByRole<HTMLInputElement>('radio', { name }).click())

it('choosing another icon replaces the role that the earlier icon filled in', async () => {
  await show()
  pick('Guitarist')
  expect(role().value).toBe('Guitarist')
  pick('Drummer')
  expect(role().value).toBe('Drummer')
})

it('a role that the user typed stays after the choice of an icon', async () => {
  await show()
  fireEvent.change(role(), { target: { value: 'Boss' } })
  pick('Drummer')
  expect(role().value).toBe('Boss')
})

it('a double click on "Create Band & Continue" calls onCreated once', async () => {
  const { onCreated, finish } = await show()
  fireEvent.change(screen.getByLabelText(/^Band Name/), { target: { value: 'The Larks' } })
  const button = screen.getByRole('button', { name: 'Create Band & Continue' })
  fireEvent.click(button)
  fireEvent.click(button)
  await finish()
  await waitFor(() => expect(onCreated).toHaveBeenCalled())
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(onCreated).toHaveBeenCalledTimes(1)
})
