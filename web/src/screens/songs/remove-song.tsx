// Asks before a song goes, and takes it from the music service's playlist as well.

import { messages } from '@gaffer/domain/messages'
import type { Song } from '@gaffer/domain/song'
import { useRemoveSong } from '#data/songs.ts'
import { removeTrackFromPlaylist } from '#data/spotify.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'

export function RemoveSong({ bandId, song, onClose }: { bandId: string; song: Song; onClose: () => void }) {
  const remove = useRemoveSong(bandId)

  async function confirm() {
    try {
      await remove.mutateAsync(song.id)
    } catch (error) {
      showFailure({ title: messages.songNotRemoved, text: sentenceOf(error, messages.tryAgain) })
      return onClose()
    }
    onClose()
    try {
      if (song.spotifyId) await removeTrackFromPlaylist(song.spotifyId)
      showToast({ title: messages.songRemoved })
    } catch (error) {
      // The song has gone from the list, which everybody can see.
      showFailure({ title: messages.syncFailed.title, text: sentenceOf(error, messages.syncFailed.text) })
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title="Remove song"
      text={messages.confirmRemoveSong(song.title)}
      confirmLabel="Remove"
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
