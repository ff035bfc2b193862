// The edit of what a gig played. It is made on the version that was shown when it began: a later one is asked about, not overwritten.

import type { PlayedInput, PlayedList } from '@gaffer/domain/played/played'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import { useState } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { showFailure } from '#lib/show-failure.ts'
import { useEditConflict } from '#lib/use-edit-conflict.ts'
import { diffPlayed, rebasePlayed } from './played-edit-conflict.ts'
import { fetchStoredPlayed, useSavePlayed, type PlayedEdit } from './queries.ts'

export function useEditPlayed(params: EventPathParams, eventName: string, played: PlayedList) {
  const { mutateAsync, isPending } = useSavePlayed(params, eventName)
  /** The stored list at the beginning of the edit; null while no edit is under way. */
  const [begun, setBegun] = useState<PlayedList | null>(null)
  const [sent, setSent] = useState<PlayedEdit | null>(null)
  const { attempt, theirs, dismiss } = useEditConflict<PlayedList>((error) =>
    showFailure(error, { title: playedMessages.notSaved }),
  )
  const base = begun ?? played

  function send(edit: PlayedEdit): void {
    setSent(edit)
    const store = async () => {
      await mutateAsync(edit)
      setBegun(null)
    }
    void attempt(store, async (error) => (hasErrorCode(error, 'stale') ? fetchStoredPlayed(params) : null))
  }

  function close(): void {
    dismiss()
    setBegun(null)
  }

  return {
    /** The list that the edit is made on. */
    base,
    // A gig without a saved list starts with its editor.
    isEditing: begun !== null || played.version === 0,
    begin: () => setBegun((last) => last ?? played),
    save: (body: PlayedInput) => send({ before: base, body }),
    isSaving: isPending,
    close,
    /** Another member saved first. */
    conflict: sent &&
      theirs && {
        differences: diffPlayed(sent, theirs),
        keepMine: () => {
          dismiss()
          send(rebasePlayed(sent, theirs))
        },
        dismiss,
      },
  }
}
