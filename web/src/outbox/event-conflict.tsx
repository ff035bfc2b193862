// An edit of an event that waited while another member saved the event: the member keeps either version.

import type { Event } from '@gaffer/domain/event'
import { outboxMessages } from '@gaffer/domain/outbox-messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { readLastEditor } from '#api/events.ts'
import { hasCode } from '#lib/api-error.ts'
import { newIdempotencyKey, request } from '#lib/request.ts'
import { describeConflict, type TheirEdit } from '#components/conflicts/event-differences.ts'
import { EditConflictDialog } from '#components/edit-conflict-dialog.tsx'
import { draftOf } from '#components/event-form/event-form-values.ts'
import { eventName } from '#components/format-event.ts'
import { removeChanges, replaceChange, type Change } from './outbox-store.ts'
import { sendWaiting } from './page-outbox.ts'

type Props = { conflict: Change; /** All that wait. */ changes: readonly Change[] }

export function EventConflict({ conflict, changes }: Props) {
  const [theirs, setTheirs] = useState<TheirEdit | null>(null)
  const edits = changes.filter(({ about, name }) => about === conflict.about && name === conflict.name)
  const before = conflict.before as Event
  const mine: Event = Object.assign({}, before, ...edits.map(({ body }) => body))
  const describe = (found: TheirEdit) => describeConflict(draftOf(before), draftOf(mine), found)

  const ask = useEffectEvent((found: TheirEdit) => {
    // The server had stored the edit more than a day ago, and only its reply was lost.
    if (describe(found).differences.length === 0) void keepTheirs()
    else setTheirs(found)
  })
  useEffect(() => {
    let isCurrent = true
    void (async () => {
      const found = await readTheirs(conflict)
      if (isCurrent && found) ask(found)
    })()
    return () => void (isCurrent = false)
  }, [conflict])

  async function keepTheirs() {
    await removeChanges(edits.map(({ id }) => id))
  }

  /** Sent again over their version: it contains only the fields that this member changed. */
  async function keepMine(stored: Event) {
    const fields = { version: stored.version, before: stored, problem: null }
    for (const { id } of edits) await replaceChange(id, { ...fields, idempotencyKey: newIdempotencyKey() })
    await sendWaiting()
  }

  if (!theirs?.event) return null
  const { event } = theirs
  const { description, differences } = describe(theirs)
  return (
    <EditConflictDialog
      title={outboxMessages.overtaken(eventName(before))}
      description={description.replace('while you had it open', outboxMessages.whileOffline)}
      differences={differences}
      isBusy={false}
      onKeepMine={() => void keepMine(event)}
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
