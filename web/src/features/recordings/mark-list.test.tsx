import 'fake-indexeddb/auto'

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { aRecording } from '#testing/recording-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { MarkList } from './mark-list.tsx'
import { formatTimeAt } from './time-words.ts'

const membership = anOwnMembership()

afterEach(dismissToast)

it('after the server refuses a mark, the song of the mark is chosen in the select again', async () => {
  vi.stubGlobal('fetch', async () => errorResponse(429, 'too_many_requests'))
  await renderPage(
    <MarkList
      bandId={membership.bandId}
      recording={aRecording()}
      songs={[aSong({ title: 'Dakota' })]}
      atSeconds={12}
    />,
    { cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]] },
  )
  const select = screen.getByRole('combobox', { name: 'Song to mark' })
  fireEvent.keyDown(select, { key: 'ArrowDown' })
  fireEvent.keyDown(await screen.findByRole('option', { name: 'Dakota' }), { key: 'Enter' })
  fireEvent.click(screen.getByRole('button', { name: /^Begins at/ }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'The mark was not saved' }))
  await waitFor(() => expect(select.textContent).toBe('Dakota'))
})

it('a time in a recording has minutes and seconds, and hours from an hour on', () => {
  expect([5.9, 245, 3729].map(formatTimeAt)).toEqual(['0:05', '4:05', '1:02:09'])
})
