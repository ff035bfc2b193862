import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteStored, writeStored } from '#lib/browser-storage.ts'
import { aSong } from '#testing/song-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { importAgain } from '#ui/import-again.ts'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { useUndoToastFactory, type DeletionToRestore } from './use-undo.ts'

vi.mock('#ui/import-again.ts', { spy: true })

const id = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`
const bandId = id(99)
const song = (number: number) => aSong({ id: id(number), bandId })
let sent: string[] = []

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))
afterEach(dismissToast)

async function undo(deletion: DeletionToRestore, replies: (path: string) => Response) {
  sent = []
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return replies(path)
  })
  await renderPage(<Deleted deletion={deletion} />)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
}

function Deleted({ deletion }: { deletion: DeletionToRestore }) {
  const { action } = useUndoToastFactory()(deletion)
  return <button onClick={action?.onPress}>{action?.label}</button>
}

const songIds = [1, 2, 3].map(id)

it('Undo after songs were removed restores each of them', async () => {
  await undo({ deleted: [{ kind: 'song', bandId, ids: songIds }], text: '3 songs' }, () => Response.json(song(1)))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Song restored', text: '3 songs' }))
  expect(sent).toEqual(songIds.map((songId) => `/api/bands/${bandId}/songs/${songId}/restore`))
})

describe('with a Spotify playlist', () => {
  const spotifyId = '0123456789abcdefABCDEF'
  const playlist = `/api/spotify/playlists/p1/tracks`
  const restored = () => Response.json({ ...song(1), spotifyId })

  beforeEach(() => {
    writeStored('selectedBandId', bandId)
    writeStored('spotifyAccessToken', 'opaque')
    writeStored('spotifyExpiry', String(Date.now() + 60_000))
    writeStored('spotifyPlaylistId', JSON.stringify({ [bandId]: 'p1' }))
  })
  afterEach(() => deleteStored('selectedBandId', 'spotifyAccessToken', 'spotifyExpiry', 'spotifyPlaylistId'))

  it('Undo puts a restored song back on the Spotify playlist', async () => {
    await undo({ deleted: [{ kind: 'song', bandId, ids: [id(1)] }], text: 'Dakota' }, (path) =>
      path === playlist ? new Response(null, { status: 204 }) : restored(),
    )
    await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Song restored', text: 'Dakota' }))
    expect(sent).toEqual([`/api/bands/${bandId}/songs/${id(1)}/restore`, playlist])
  })

  it('if Spotify refuses a restored song, the toast says that the song is on the practice list again', async () => {
    await undo({ deleted: [{ kind: 'song', bandId, ids: [id(1)] }] }, (path) =>
      path === playlist ? Response.json({ code: 'upstream_error', message: '' }, { status: 502 }) : restored(),
    )
    await waitFor(() =>
      expect(readCurrentToast()).toMatchObject({
        title: 'Sync failed',
        text: 'Could not sync to Spotify playlist. The song is on the practice list again.',
      }),
    )
  })
})

it('if the code for Spotify cannot be loaded, the toast after an Undo says that the song is on the practice list again', async () => {
  vi.mocked(importAgain).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const reply = () => Response.json({ ...song(1), spotifyId: '0123456789abcdefABCDEF' })
  await undo({ deleted: [{ kind: 'song', bandId, ids: [id(1)] }] }, reply)
  await waitFor(() =>
    expect(readCurrentToast()).toMatchObject({
      title: 'Sync failed',
      text: 'Could not sync to Spotify playlist. The song is on the practice list again.',
    }),
  )
})

it('the toast after a partly failed Undo has the reason and the number of restored songs', async () => {
  const refusal = { code: 'conflict', message: 'That song is already on the practice list' }
  await undo({ deleted: [{ kind: 'song', bandId, ids: songIds }] }, (path) =>
    path.includes(id(2)) ? Response.json(refusal, { status: 409 }) : Response.json(song(1)),
  )
  await waitFor(() =>
    expect(readCurrentToast()).toMatchObject({
      title: 'Failed to restore song',
      text: 'That song is already on the practice list',
      detail: '2 of 3 were restored.',
    }),
  )
})

it('Undo requests the restore of a set list from its band, and of days away from the user’s own calendar', async () => {
  const setlist = {
    id: id(5),
    bandId,
    name: 'Friday',
    items: [],
    version: 3,
    updatedAt: '2027-01-01T00:00:00.000Z',
    noteCount: 0,
    hasUnreadNotes: false,
  }
  await undo({ deleted: [{ kind: 'setlist', bandId, ids: [id(5)] }], text: 'Friday' }, () => Response.json(setlist))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Set list restored', text: 'Friday' }))
  expect(sent).toEqual([`/api/bands/${bandId}/setlists/${id(5)}/restore`])
  cleanup()
  await undo({ deleted: [{ kind: 'daysAway', bandId: null, ids: [id(6)] }] }, () =>
    Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 }),
  )
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Failed to restore days away'))
  expect(sent).toEqual([`/api/me/events/${id(6)}/restore`])
})
