import { screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { disconnectSpotify, storePracticePlaylistId } from '#features/spotify/spotify-connection.ts'
import { writeStored } from '#lib/browser-storage.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { SongsHeading } from './songs-heading.tsx'

const membership = anOwnMembership()

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(disconnectSpotify)

const show = () =>
  renderPage(
    <SongsHeading
      bandId={membership.bandId}
      band="The Lanterns"
      hasTabs={false}
      count={1}
      isRefreshing={false}
      onRefresh={() => undefined}
      onAdd={() => undefined}
      isSelecting={false}
      onSelect={() => undefined}
      selectButton={createRef()}
    />,
    { cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [membership] }]] },
  )
const link = () => screen.queryByRole<HTMLAnchorElement>('link', { name: 'Open in Spotify' })?.href

it('the practice list links to the stored practice playlist also after the connection to Spotify has ended', async () => {
  storePracticePlaylistId(membership.bandId, '37i9dQZF1DX0XUsuxWHRQd')
  writeStored('spotifyExpiry', '0')
  await show()
  expect(link()).toBe('https://open.spotify.com/playlist/37i9dQZF1DX0XUsuxWHRQd')
})

it('the practice list has no link to Spotify while no practice playlist is chosen', async () => {
  await show()
  expect(link()).toBeUndefined()
})
