// Confirms the removal of songs and removes them from the Spotify playlist too.

import { messages } from '@gaffer/domain/shared/messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import type { Song } from '@gaffer/domain/songs/song'
import { useRemoveSongs } from '#features/songs/queries.ts'
import { removeTrackFromPracticePlaylist, playlistFailureToast } from '#features/spotify/queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { useUndoToastFactory } from '#features/events/use-undo.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'

type Props = {
  bandId: string
  songs: readonly Song[]
  onClose: () => void
  /** Called if every song was removed. */
  onRemoved?: () => void
}

export function RemoveSongsDialog({ bandId, songs, onClose, onRemoved }: Props) {
  const remove = useRemoveSongs(bandId)
  const undo = useUndoToastFactory()
  const [first] = songs
  const count = songs.length

  async function confirm() {
    const { done: removed, failure } = await remove.mutateAsync(songs.map(({ id }) => id))
    onClose()
    if (failure === null) onRemoved?.()
    const gone = new Set(removed)
    const goneSongs = songs.filter(({ id }) => gone.has(id))
    const playlistError = await takeFromPlaylist(goneSongs)
    const undoAction = undo({ deleted: [{ kind: 'song', bandId, ids: removed }], text: namesOf(goneSongs) })
    if (failure !== null) {
      const why = getErrorMessage(failure, messages.tryAgain)
      const text = removed.length > 0 ? `${songMessages.songsPartlyRemoved(removed.length, count)} ${why}` : why
      return showFailureToast({ title: songMessages.songNotRemoved, text, ...(removed.length > 0 && undoAction) })
    }
    const done = count === 1 ? songMessages.songRemovedHereOnly : songMessages.songsRemovedHereOnly(count)
    if (playlistError !== null) return showFailureToast({ ...playlistFailureToast(playlistError, done), ...undoAction })
    showToast({ title: count === 1 ? songMessages.songRemoved : songMessages.songsRemoved(count), ...undoAction })
  }

  return (
    <ConfirmDialog
      isOpen
      title={count === 1 ? 'Remove song' : `Remove ${count} songs`}
      text={count === 1 && first ? songMessages.confirmRemoveSong(first.title) : songMessages.confirmRemoveSongs(count)}
      confirmLabel="Remove"
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}

/** Removes songs from the Spotify playlist. Resolves to the first error, which stops it, or to null. */
async function takeFromPlaylist(songs: readonly Song[]): Promise<unknown> {
  try {
    for (const { spotifyId } of songs) if (spotifyId) await removeTrackFromPracticePlaylist(spotifyId)
    return null
  } catch (error) {
    return error
  }
}

function namesOf(songs: readonly Song[]): string {
  return songs.length === 1 && songs[0] ? songs[0].title : `${songs.length} songs`
}
