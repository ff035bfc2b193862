// Confirms the removal of songs and removes them from the Spotify playlist too.

import { messages } from '@gaffer/domain/messages'
import type { Song } from '@gaffer/domain/song'
import { useRemoveSongs } from '#api/songs.ts'
import { removeTrackFromPlaylist } from '#api/spotify.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { playlistFailure } from './playlist-failure.ts'

type Props = {
  bandId: string
  songs: readonly Song[]
  onClose: () => void
  /** Every song was removed. */
  onRemoved?: () => void
}

export function RemoveSongs({ bandId, songs, onClose, onRemoved }: Props) {
  const remove = useRemoveSongs(bandId)
  const [first] = songs
  const count = songs.length

  async function confirm() {
    const { removed, failure } = await remove.mutateAsync(songs.map(({ id }) => id))
    onClose()
    if (failure === null) onRemoved?.()
    const gone = new Set(removed)
    const playlistError = await takeFromPlaylist(songs.filter(({ id }) => gone.has(id)))
    if (failure !== null) {
      const why = getErrorMessage(failure, messages.tryAgain)
      const text = removed.length > 0 ? `${messages.songsPartlyRemoved(removed.length, count)} ${why}` : why
      return showFailure({ title: messages.songNotRemoved, text })
    }
    if (playlistError === null)
      return showToast({ title: count === 1 ? messages.songRemoved : messages.songsRemoved(count) })
    const done = count === 1 ? messages.songRemovedHereOnly : messages.songsRemovedHereOnly(count)
    showFailure(playlistFailure(playlistError, done))
  }

  return (
    <ConfirmDialog
      isOpen
      title={count === 1 ? 'Remove song' : `Remove ${count} songs`}
      text={count === 1 && first ? messages.confirmRemoveSong(first.title) : messages.confirmRemoveSongs(count)}
      confirmLabel="Remove"
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}

/** The first failure, which stops the removal; null without one. */
async function takeFromPlaylist(songs: readonly Song[]): Promise<unknown> {
  try {
    for (const { spotifyId } of songs) if (spotifyId) await removeTrackFromPlaylist(spotifyId)
    return null
  } catch (error) {
    return error
  }
}
