// An edit of an event that waited while another member saved the event: the member keeps either version.

import type { Event } from '@gaffer/domain/event'
import { useEffect, useState } from 'react'
import { readLastEditor } from '#api/events.ts'
import { request, newIdempotencyKey } from '#lib/request.ts'
import { hasCode } from '#lib/api-error.ts'
import { describeConflict, type TheirEdit } from '#components/conflicts/event-differences.ts'
import { EditConflictDialog } from '#components/edit-conflict-dialog.tsx'
import { draftOf } from '#components/event-form/event-form-values.ts'
import { outboxMessages } from '@gaffer/domain/outbox-messages'
import { removeChanges, replaceChange, type Change } from './outbox-store.ts'
import { sendWaiting } from './page-outbox.ts'

type Props = { conflict: Change; /** All that wait. */ changes: readonly Change[] }

export function EventConflict({ conflict, changes }: Props) {
  const [theirs, setTheirs] = useState<TheirEdit | null>(null)
  const edits = changes.filter(({ about, name }) => about === conflict.about && name === conflict.name)
  const before = conflict.before as Event
  const mine: Event = edits.reduce((event, { body }) => ({ ...event, ...(body as Partial<Event>) }), before)

  useEffect(() => {
    let isCurrent = true
    void readTheirs(conflict).then((found) => {
      if (isCurrent) setTheirs(found)
    })
    return () => void (isCurrent = false)
  }, [conflict])

  async function keepTheirs() {
    await removeChanges(edits.map(({ id }) => id))
  }

  /** Sent again over their version, without what they changed and this member did not. */
  async function keepMine(stored: Event) {
    const fields = { version: stored.version, before: stored, problem: null }
    for (const { id } of edits) await replaceChange(id, { ...fields, idempotencyKey: newIdempotencyKey() })
    await sendWaiting()
  }

  if (theirs === null) return null
  const { event } = theirs
  const text = describeConflict(draftOf(before), draftOf(mine), theirs)
  return (
    <EditConflictDialog
      {...text}
      description={text.description.replace('while you had it open', outboxMessages.whileOffline)}
      isBusy={false}
      onKeepMine={() => event && void keepMine(event)}
      onKeepTheirs={() => void keepTheirs()}
      onClose={() => setTheirs(null)}
    />
  )
}

/** Null if it cannot be read now: the next page asks again. An event that was deleted meanwhile is refused as such. */
async function readTheirs(conflict: Change): Promise<TheirEdit | null> {
  const { bandId = '', eventId = '' } = conflict.params
  try {
    const event = await request('GET /api/bands/:bandId/events/:eventId', { params: { bandId, eventId } })
    return { event, changedBy: await readLastEditor(bandId, event).catch(() => null) }
  } catch (error) {
    if (hasCode(error, 'not_found')) {
      await replaceChange(conflict.id, { problem: { kind: 'refused', text: outboxMessages.gone(conflict.words) } })
    }
    return null
  }
}
