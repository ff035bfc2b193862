import { defaultNoticeSettings } from '@gaffer/domain/notices/notice'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { selectJoinedBand } from '#features/bands/selected-band-store.ts'
import { deleteStored } from '#lib/browser-storage.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EmailOffer } from './email-offer.tsx'

const title = 'Shall Gaffer mail you what changes?'
const show = (email: string | null = null) =>
  renderPage(<EmailOffer />, {
    cached: [[queryKeyOf('GET /api/me/notice-settings', {}), { ...defaultNoticeSettings, email }]],
  })

afterEach(() => deleteStored('emailOffer', 'tabBandId', 'tabContextId', 'selectedBandId', 'selectedContextId'))

it('notices by email are offered after the user has joined a band, and not before', async () => {
  const { rerender } = await show()
  expect(screen.queryByText(title)).toBeNull()
  selectJoinedBand('b1')
  await rerender(<EmailOffer key="later" />)
  expect(screen.getByRole('link', { name: 'Add an address' }).getAttribute('href')).toBe('/profile/notices')
})

it('a dismissed offer of notices by email is not made again, also not after joining another band', async () => {
  selectJoinedBand('b1')
  const { rerender } = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByText(title)).toBeNull()
  selectJoinedBand('b2')
  await rerender(<EmailOffer key="later" />)
  expect(screen.queryByText(title)).toBeNull()
})

it('a user with an email address gets no offer of notices by email', async () => {
  selectJoinedBand('b1')
  await show('ros@example.org')
  expect(screen.queryByText(title)).toBeNull()
})
