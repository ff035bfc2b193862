import { profileMessages } from '@gaffer/domain/sign-in/profile-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { ProfileForm } from './profile-page.tsx'

async function show(displayName: string | null, isEditing = false) {
  const user = { ...aUser(), firstName: null, lastName: null, displayName }
  await renderPage(<ProfileForm user={user} isEditing={isEditing} next="/dashboard" />, {
    cached: [[meQueryOptions.queryKey, { user, bands: [] }]],
  })
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const displayName = () => screen.getByLabelText<HTMLInputElement>('Display name').value

it('the first name of a new user is offered as the display name', async () => {
  await show(null)
  type('First name', 'Priy')
  type('First name', 'Priya')
  expect(displayName()).toBe('Priya')
})

it('a display name that the user typed stays after a change of the first name', async () => {
  await show(null)
  type('First name', 'Priya')
  type('Display name', 'Pri')
  type('First name', 'Priyanka')
  expect(displayName()).toBe('Pri')
})

it('the name in the invitation stays when a new user types their first name', async () => {
  await show('Pri')
  type('First name', 'Priya')
  expect(displayName()).toBe('Pri')
})

it('a typed first name does not change the display name in the form of an existing profile', async () => {
  await show('', true)
  type('First name', 'Priya')
  expect(displayName()).toBe('')
})

it('a newer profile fills the fields that the user has not changed', async () => {
  const stored = { ...aUser(), displayName: 'Nell', hometown: 'Leeds' }
  const newer = { ...stored, displayName: 'Nell W', hometown: 'York' }
  function Profile() {
    const [user, setUser] = useState(stored)
    return (
      <>
        <ProfileForm user={user} isEditing next="/dashboard" />
        <button onClick={() => setUser(newer)}>Read again</button>
      </>
    )
  }
  await renderPage(<Profile />, { cached: [[meQueryOptions.queryKey, { user: stored, bands: [] }]] })
  type('First name', 'Eleanor')
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
  expect(displayName()).toBe('Nell W')
  expect(screen.getByLabelText<HTMLInputElement>(/Hometown/).value).toBe('York')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Eleanor')
})

it('a display name that the user types while the profile is saved stays in the form', async () => {
  let answer: (() => void) | undefined
  const user = { ...aUser(), displayName: 'Nell' }
  const saved = { ...user, firstName: 'Eleanor', lastName: 'West' }
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ user: saved, bands: [] })
    await new Promise<void>((resolve) => (answer = resolve))
    return Response.json({ message: 'Saved', user: saved })
  })
  await renderPage(<ProfileForm user={user} isEditing next="/dashboard" />, {
    cached: [[meQueryOptions.queryKey, { user, bands: [] }]],
  })
  type('First name', 'Eleanor')
  type('Last name', 'West')
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(answer).toBeDefined())
  type('Display name', 'Nell W')
  answer?.()
  await waitFor(() => expect(readCurrentToast()?.title).toBe(profileMessages.profileUpdated))
  expect(displayName()).toBe('Nell W')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel Changes' }))
  expect(displayName()).toBe('Nell')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Eleanor')
})
