// The unsaved edit of a set list: its entries, their names and lengths, its differences from the stored set list, and its save.

import { useEditConflict } from '#lib/edit-conflict.ts'
import { formatDuration, type SetlistItem, type SetlistItemInput } from '@gaffer/domain/set-lists/set-list'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useRef, useState } from 'react'
import type { FieldDifference } from '#lib/edit-conflict-dialog.tsx'
import { fetchSetlistUncached, useChangeSetlist, type Setlist } from '#features/set-lists/queries.ts'
import type { Song } from '#features/songs/queries.ts'
import { showFailure } from '#lib/show-failure.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { showToast } from '#ui/toast-store.ts'

/** The edited values of a set list. New entries have temporary ids, which the server replaces. */
export type SetlistFormValues = Pick<Setlist, 'name' | 'items'>

let lastNewId = 0

export function makeSetlistItem(fields: Partial<SetlistItem>): SetlistItem {
  lastNewId += 1
  return {
    songId: null,
    label: null,
    note: null,
    durationSeconds: null,
    chartCount: 0,
    ...fields,
    id: `new ${lastNewId}`,
  }
}

/** The entries of the request body: only stored entries have an id. */
function itemsToSend(items: readonly SetlistItem[]): SetlistItemInput[] {
  return items.map(({ id, songId, label, note, durationSeconds }) => ({
    ...(!id.startsWith('new ') && { id }),
    songId,
    label,
    note,
    durationSeconds,
  }))
}

/** The song's title, or the entry's own text. "Song" for a song that is not loaded yet. */
export function itemTitle(item: SetlistItem, songs: ReadonlyMap<string, Song>): string {
  if (item.songId === null) return item.label ?? ''
  return songs.get(item.songId)?.title ?? 'Song'
}

export function itemDurationSeconds(item: SetlistItem, songs: ReadonlyMap<string, Song>): number | null {
  return item.durationSeconds ?? (item.songId === null ? null : (songs.get(item.songId)?.durationSeconds ?? null))
}

function isDraftUnchanged(draft: SetlistFormValues, stored: SetlistFormValues): boolean {
  return (
    draft.name.trim() === stored.name &&
    JSON.stringify(itemsToSend(draft.items)) === JSON.stringify(itemsToSend(stored.items))
  )
}

/** The fields that differ between the member's draft and the set list that another member saved first. */
export function diffSetlists(
  mine: SetlistFormValues,
  theirs: SetlistFormValues,
  songs: ReadonlyMap<string, Song>,
): FieldDifference[] {
  const fields: [string, (draft: SetlistFormValues) => string][] = [
    ['Name', ({ name }) => name.trim()],
    ['Songs', ({ items }) => items.map((item) => describeItem(item, songs)).join(', ') || 'None'],
  ]
  return fields.flatMap(([label, show]) => {
    const [theirWords, myWords] = [show(theirs), show(mine)]
    if (theirWords === myWords) return []
    return [
      {
        label,
        sides: [
          { side: 'Theirs', text: theirWords },
          { side: 'Yours', text: myWords },
        ],
      },
    ]
  })
}

function describeItem(item: SetlistItem, songs: ReadonlyMap<string, Song>): string {
  const details = [item.note, item.durationSeconds === null ? null : formatDuration(item.durationSeconds)].filter(
    Boolean,
  )
  return itemTitle(item, songs) + (details.length > 0 ? ` (${details.join(', ')})` : '')
}

/** The unsaved edit, for the parts of the page that need the set list saved. `save` resolves to whether the set list is saved. */
export type UnsavedSetlist = { isDirty: boolean; save: () => Promise<boolean> }

/** The unsaved edit of a set list, and its save with the version from which the edit started. */
export function useSetlistEdit(stored: Setlist) {
  /** The unsaved edit; null without one: the page then shows the stored set list. */
  const [edit, setEdit] = useState<{ base: Setlist; draft: SetlistFormValues } | null>(null)
  const isLeaving = useRef(false)
  const runningSave = useRef<Promise<boolean> | null>(null)
  const { mutateAsync: change, isPending } = useChangeSetlist(stored.bandId)
  const { attempt, theirs, dismiss } = useEditConflict<Setlist>((error) =>
    showFailure(error, { title: setlistMessages.setlistNotSaved }),
  )
  const draft: SetlistFormValues = edit?.draft ?? stored
  const isDirty = edit !== null && !isDraftUnchanged(edit.draft, edit.base)

  function changeDraft(changes: Partial<SetlistFormValues>) {
    setEdit((last) => ({ base: last?.base ?? stored, draft: { ...formValuesOf(last?.draft ?? stored), ...changes } }))
  }

  /** Resolves to whether the edit is stored. Waits for a running save instead of sending the edit twice. */
  function save(base = edit?.base ?? stored): Promise<boolean> {
    runningSave.current ??= sendEdit(base).finally(() => (runningSave.current = null))
    return runningSave.current
  }

  async function sendEdit(base: Setlist): Promise<boolean> {
    let isSaved = false
    const sent = edit?.draft ?? null
    const changes = { name: draft.name, items: itemsToSend(draft.items) }
    const send = async () => {
      const saved = await change({ id: base.id, version: base.version, changes })
      // Changes made while the save ran are the next edit.
      setEdit((last) =>
        last === null || last.draft === sent ? null : { base: saved, draft: withStoredIds(last.draft, sent, saved) },
      )
      showToast({ title: setlistMessages.setlistSaved })
      isSaved = true
    }
    await attempt(send, async (error) =>
      hasErrorCode(error, 'stale') ? fetchSetlistUncached(base.bandId, base.id) : null,
    )
    return isSaved
  }

  return {
    draft,
    isDirty,
    isSaving: isPending,
    changeDraft,
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
    /** Call before leaving the page to delete the set list: the edit then counts as saved. */
    leave: () => void (isLeaving.current = true),
  }
}

/** Gives new entries that the save has stored their stored ids: the next save changes them instead of adding them again. */
function withStoredIds(draft: SetlistFormValues, sent: SetlistFormValues | null, saved: Setlist): SetlistFormValues {
  const stored = new Map(sent?.items.map(({ id }, at) => [id, saved.items[at]?.id ?? id]))
  return { ...draft, items: draft.items.map((item) => ({ ...item, id: stored.get(item.id) ?? item.id })) }
}

function formValuesOf({ name, items }: SetlistFormValues): SetlistFormValues {
  return { name, items }
}
