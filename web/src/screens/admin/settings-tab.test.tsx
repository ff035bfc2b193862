import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { SettingsTab } from './settings-tab.tsx'

beforeAll(() => import('#lib/check-response.ts'))

test('an entry that is typed in the band settings during a save stays, and the next save sends only this entry', async () => {
  const membership = anOwnMembership()
  let stored = membership.band
  const bodies: unknown[] = []
  const replies = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  vi.stubGlobal('fetch', (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET')
      return Promise.resolve(Response.json({ user: aUser(), bands: [{ ...membership, band: stored }] }))
    bodies.push(JSON.parse(String(body)))
    return replies[bodies.length - 1]?.promise
  })
  await renderPage(<SettingsTab membership={membership} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  fireEvent.change(field(/^Description/), { target: { value: 'Loud' } })
  press()
  await waitFor(() => expect(bodies).toEqual([{ description: 'Loud' }]))
  fireEvent.change(field(/^Band Name/), { target: { value: 'The New Name' } })
  stored = { ...stored, description: 'Loud', version: stored.version + 1 }
  replies[0]?.resolve(Response.json(stored))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: bandMessages.bandUpdated }))
  expect([field(/^Band Name/).value, field(/^Description/).value]).toEqual(['The New Name', 'Loud'])
  press()
  await waitFor(() => expect(bodies).toEqual([{ description: 'Loud' }, { name: 'The New Name' }]))
})
