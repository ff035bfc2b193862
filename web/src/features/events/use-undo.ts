// Restores deleted objects, with a toast: for Undo after a deletion and for Restore in the activity.

import type { RestorableKind } from '@gaffer/domain/activity/activity'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import { playlistFailureToast } from '#features/spotify/playlist-failure.ts'
import { showFailure } from '#lib/show-failure.ts'
import { importAgain } from '#ui/import-again.ts'
import { useRestoreDeletedItems, type DeletedItems } from './restore.ts'
import { showFailureToast, showToast, undoToastMs, type ToastContent } from '#ui/toast-store.ts'

const toastTitles: Record<RestorableKind, { done: string; failed: string }> = {
  event: { done: eventMessages.eventRestored, failed: eventMessages.eventNotRestored },
  daysAway: { done: eventMessages.daysAwayRestored, failed: eventMessages.daysAwayNotRestored },
  song: { done: songMessages.songRestored, failed: songMessages.songNotRestored },
  setlist: { done: setlistMessages.setlistRestored, failed: setlistMessages.setlistNotRestored },
}

/** `text` names the deleted objects. */
export type DeletionToRestore = { deleted: readonly DeletedItems[]; text?: string | undefined }

/** Returns a function that restores the objects, and resolves once its toast is shown. */
export function useRestoreWithToast(): (deletion: DeletionToRestore) => Promise<void> {
  const { mutateAsync: restore } = useRestoreDeletedItems()
  return async ({ deleted, text }) => {
    for (const one of deleted) {
      const { results, failure } = await restore(one)
      const trackIds = results.flatMap((restored) => ('spotifyId' in restored ? (restored.spotifyId ?? []) : []))
      const playlistToast = trackIds.length > 0 ? await addToPlaylist(trackIds) : null
      if (failure !== null) {
        const partly = results.length > 0 && { detail: eventMessages.partlyRestored(results.length, one.ids.length) }
        return showFailure(failure, { title: toastTitles[one.kind].failed, ...partly })
      }
      if (playlistToast) return showFailureToast(playlistToast)
    }
    const [first] = deleted
    if (first) showToast({ title: toastTitles[first.kind].done, text })
  }
}

/** Adds restored songs to the Spotify playlist again. Resolves to the toast of a failure, or to null. */
async function addToPlaylist(trackIds: readonly string[]): Promise<{ title: string; text: string } | null> {
  try {
    // Imported on demand, because the calendar uses this hook too and restores no songs.
    const { addTrackToPracticePlaylist } = await importAgain(() => import('#features/spotify/queries.ts'))
    for (const trackId of trackIds) await addTrackToPracticePlaylist(trackId)
    return null
  } catch (error) {
    return playlistFailureToast(error, songMessages.songRestoredHereOnly)
  }
}

/** Returns a function that makes the Undo action and the duration of the toast after a deletion. */
export function useUndoToastFactory(): (deletion: DeletionToRestore) => Pick<ToastContent, 'action' | 'durationMs'> {
  const restore = useRestoreWithToast()
  return (deletion) => ({
    durationMs: undoToastMs,
    action: { label: 'Undo', altText: eventMessages.restoreInActivity, onPress: () => void restore(deletion) },
  })
}
