// The unsaved edit of a set list, and its save with the version from which the edit started.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useRef, useState } from 'react'
import { showFailure } from '#lib/show-failure.ts'
import { fetchSetlistUncached, useChangeSetlist, type Setlist } from '#features/set-lists/queries.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { useEditConflict } from '#lib/edit-conflict.ts'
import { showToast } from '#ui/toast-store.ts'
import { isDraftUnchanged, itemsToSend, type SetlistFormValues } from './setlist-form-values.ts'

export function useSetlistEdit(stored: Setlist) {
  /** Null without an edit: the page then shows the stored set list. */
  const [edit, setEdit] = useState<{ base: Setlist; draft: SetlistFormValues } | null>(null)
  const isLeaving = useRef(false)
  const { mutateAsync: change, isPending } = useChangeSetlist(stored.bandId)
  const { attempt, theirs, dismiss } = useEditConflict<Setlist>((error) =>
    showFailure(error, { title: setlistMessages.setlistNotSaved }),
  )
  const draft: SetlistFormValues = edit?.draft ?? stored
  const isDirty = edit !== null && !isDraftUnchanged(edit.draft, edit.base)

  function set(changes: Partial<SetlistFormValues>) {
    setEdit((last) => ({ base: last?.base ?? stored, draft: { ...draftOf(last?.draft ?? stored), ...changes } }))
  }

  function save(base = edit?.base ?? stored): Promise<void> {
    const sent = edit?.draft ?? null
    const changes = { name: draft.name, items: itemsToSend(draft.items) }
    const send = async () => {
      const saved = await change({ id: base.id, version: base.version, changes })
      // Changes made while the save ran are the next edit.
      setEdit((last) =>
        last === null || last.draft === sent ? null : { base: saved, draft: withStoredIds(last.draft, sent, saved) },
      )
      showToast({ title: setlistMessages.setlistSaved })
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

/** Entries that the save has stored get their ids: the next save changes them instead of adding them again. */
function withStoredIds(draft: SetlistFormValues, sent: SetlistFormValues | null, saved: Setlist): SetlistFormValues {
  const stored = new Map(sent?.items.map(({ id }, at) => [id, saved.items[at]?.id ?? id]))
  return { ...draft, items: draft.items.map((item) => ({ ...item, id: stored.get(item.id) ?? item.id })) }
}

function draftOf({ name, items }: SetlistFormValues): SetlistFormValues {
  return { name, items }
}
