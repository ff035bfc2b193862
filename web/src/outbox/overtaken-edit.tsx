// An edit that waited while another member saved the same thing: the member keeps either version.

import { outboxMessages } from '@gaffer/domain/outbox-messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasCode } from '#lib/api-error.ts'
import { newIdempotencyKey } from '#lib/request.ts'
import { EditConflictDialog, type FieldDifference } from '#components/edit-conflict-dialog.tsx'
import { removeChanges, replaceChange, type Change } from './outbox-store.ts'
import { sendWaiting } from './page-outbox.ts'

/** `conflict` is the first of `edits`, which are all of the same thing. */
export type ConflictingEdits = { conflict: Change; edits: readonly Change[] }

type Props<Theirs> = ConflictingEdits & {
  title: string
  /** Their version, as it is stored now. */
  read: () => Promise<Theirs>
  describe: (theirs: Theirs) => { description: string; differences: FieldDifference[] }
  /** What changes of each edit that is sent again; null drops it. */
  rebase: (theirs: Theirs, edit: Change) => Partial<Change> | null
}

export function OvertakenEdit<Theirs>({ conflict, edits, title, read, describe, rebase }: Props<Theirs>) {
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const keepTheirs = () => removeChanges(edits.map(({ id }) => id))
  const readNow = useEffectEvent(() => readOrRefuse(conflict, read))
  const ask = useEffectEvent((found: Theirs) => {
    // The server had stored the edit more than a day ago, and only its reply was lost.
    if (describe(found).differences.length === 0) void keepTheirs()
    else setTheirs(found)
  })
  useEffect(() => {
    let isMounted = true
    void (async () => {
      const found = await readNow()
      if (isMounted && found !== null) ask(found)
    })()
    return () => void (isMounted = false)
  }, [])

  async function keepMine(stored: Theirs) {
    for (const edit of edits) {
      const fields = rebase(stored, edit)
      if (fields) await replaceChange(edit.id, { ...fields, problem: null, idempotencyKey: newIdempotencyKey() })
      else await removeChanges([edit.id])
    }
    await sendWaiting()
  }

  if (theirs === null) return null
  const { description, differences } = describe(theirs)
  return (
    <EditConflictDialog
      title={title}
      description={description}
      differences={differences}
      isBusy={false}
      onKeepMine={() => void keepMine(theirs)}
      onKeepTheirs={() => void keepTheirs()}
      onClose={() => setTheirs(null)}
    />
  )
}

/** Null if it cannot be read now: the next page asks again. What was deleted meanwhile is refused as such. */
async function readOrRefuse<Theirs>(conflict: Change, read: () => Promise<Theirs>): Promise<Theirs | null> {
  try {
    return await read()
  } catch (error) {
    if (hasCode(error, 'not_found')) {
      await replaceChange(conflict.id, { problem: { kind: 'refused', text: outboxMessages.gone(conflict.words) } })
    }
    return null
  }
}
