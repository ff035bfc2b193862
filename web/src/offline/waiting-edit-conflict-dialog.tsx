// The dialog for a waiting edit with a conflict (412): another member saved the same object first, and the member keeps either version.

import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import { postponeChange } from './outbox-state.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { EditConflictDialog, type FieldDifference } from '#lib/edit-conflict-dialog.tsx'
import { removeChanges, updateChange, type OutboxChange } from './outbox-store.ts'
import { sendWaitingChanges } from './page-outbox.ts'

/** `conflict` is the first of `edits`, which are all waiting edits of the same object. */
export type WaitingEditConflict = { conflict: OutboxChange; edits: readonly OutboxChange[] }

type Props<Theirs> = WaitingEditConflict & {
  title: string
  /** Reads the stored version. */
  read: () => Promise<Theirs>
  describe: (theirs: Theirs) => { description: string; differences: FieldDifference[] }
  /** The fields to change in an edit before it is sent again over the stored version; null drops the edit. */
  rebase: (theirs: Theirs, edit: OutboxChange) => Partial<OutboxChange> | null
}

export function WaitingEditConflictDialog<Theirs>({ conflict, edits, title, read, describe, rebase }: Props<Theirs>) {
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const keepTheirs = () => removeChanges(edits.map(({ id }) => id))
  const readNow = useEffectEvent(() => readOrRefuse(conflict, read))
  const ask = useEffectEvent((found: Theirs) => {
    // No differences: the server has stored this edit, its response was lost, and the idempotency key has expired.
    if (describe(found).differences.length === 0) void keepTheirs()
    else setTheirs(found)
  })
  useEffect(() => {
    let isMounted = true
    void (async () => {
      const found = await readNow()
      if (!isMounted) return
      if (found === null) postponeChange(conflict.id)
      else ask(found)
    })()
    return () => void (isMounted = false)
  }, [conflict.id])

  async function keepMine(stored: Theirs) {
    for (const edit of edits) {
      const fields = rebase(stored, edit)
      if (fields) await updateChange(edit.id, { ...fields, problem: null, idempotencyKey: generateIdempotencyKey() })
      else await removeChanges([edit.id])
    }
    await sendWaitingChanges()
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
      onClose={() => postponeChange(conflict.id)}
    />
  )
}

/** Returns the stored version; null if it cannot be read. A 404 also marks the edit as refused. */
async function readOrRefuse<Theirs>(conflict: OutboxChange, read: () => Promise<Theirs>): Promise<Theirs | null> {
  try {
    return await read()
  } catch (error) {
    if (hasErrorCode(error, 'not_found')) {
      await updateChange(conflict.id, { problem: { kind: 'refused', text: outboxMessages.gone(conflict.words) } })
    }
    return null
  }
}
