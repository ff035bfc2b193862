import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { LoadBandDialog } from './load-band-dialog.tsx'

const bandFile = {
  schema: 'gaffer-band',
  schemaVersion: 1,
  exportedAt: '2027-01-01T12:00:00.000Z',
  band: { name: 'The Foxes' },
}

it('a corrected band file with the same band name is sent with a new idempotency key', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return new Response('', { status: 500 })
  })
  await renderPage(<LoadBandDialog isOpen onClose={() => undefined} />, {
    cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [] }]],
  })

  async function chooseAndLoad(songs: object[]) {
    const file = new File([JSON.stringify({ ...bandFile, songs })], 'band.json')
    fireEvent.change(screen.getByLabelText(/^Choose/), { target: { files: [file] } })
    await screen.findByText(new RegExp(`${songs.length} songs`))
    const sent = keys.length
    fireEvent.click(screen.getByRole('button', { name: 'Load the band' }))
    await waitFor(() => expect(keys.length).toBe(sent + 1))
    await screen.findByRole('alert')
  }
  await chooseAndLoad([{}, {}])
  await chooseAndLoad([{}, {}, {}])
  expect(new Set(keys).size).toBe(2)
})
