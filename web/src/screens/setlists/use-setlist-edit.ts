// The unsaved edit of a set list, and its save with the version from which the edit started.

import { messages } from '@gaffer/domain/messages'
import { useRef, useState } from 'react'
import { fetchSetlistUncached, useChangeSetlist, type Setlist } from '#api/setlists.ts'
import { getErrorMessage, hasErrorCode } from '#lib/api-error.ts'
import { useEditConflict } from '#components/edit-conflicts/use-edit-conflict.ts'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { isDraftUnchanged, itemsToSend, type SetlistFormValues } from './setlist-form-values.ts'

export function useSetlistEdit(stored: Setlist) {
  /** Null without an edit: the page then shows the stored set list. */
  const [edit, setEdit] = useState<{ base: Setlist; draft: SetlistFormValues } | null>(null)
  const isLeaving = useRef(false)
  const { mutateAsync: change, isPending } = useChangeSetlist(stored.bandId)
  const { attempt, theirs, dismiss } = useEditConflict<Setlist>((error) =>
    showFailureToast({ title: messages.setlistNotSaved, text: getErrorMessage(error, messages.tryAgain) }),
  )
  const draft: SetlistFormValues = edit?.draft ?? stored
  const isDirty = edit !== null && !isDraftUnchanged(edit.draft, edit.base)

  function set(changes: Partial<SetlistFormValues>) {
    setEdit((last) => ({ base: last?.base ?? stored, draft: { ...draftOf(last?.draft ?? stored), ...changes } }))
  }

  function save(base = edit?.base ?? stored): Promise<void> {
    const changes = { name: draft.name, items: itemsToSend(draft.items) }
    const send = async () => {
      await change({ id: base.id, version: base.version, changes })
      setEdit(null)
      showToast({ title: messages.setlistSaved })
    }
    return attempt(send, async (error) =>
      hasErrorCode(error, 'stale') ? fetchSetlistUncached(base.bandId, base.id) : null,
    )
  }

  return {
    draft,
    isDirty,
    isSaving: isPending,
    set,
    save,
    discard: () => setEdit(null),
    theirs,
    keepMine: () => theirs && void save(theirs),
    keepTheirs: () => {
      setEdit(null)
      dismiss()
    },
    forgetTheirs: dismiss,
    isUnsaved: () => isDirty && !isLeaving.current,
    /** Call after deleting the list, before leaving its page: the edit then counts as saved. */
    leave: () => void (isLeaving.current = true),
  }
}

function draftOf({ name, items }: SetlistFormValues): SetlistFormValues {
  return { name, items }
}
