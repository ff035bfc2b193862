// Sends the outbox in a Background Sync event, which the browser dispatches when there is a network, even with all pages closed.

import { sendOutbox, backgroundSyncTag } from '#offline/send-outbox.ts'
import { readStoredAccount } from '#offline/stored-query-database.ts'

export type SyncEvent = ExtendableEvent & { tag: string }

/** Rejects if the server was not reached or could not answer, so that the browser dispatches the event again. */
export async function sendOutboxOnSync({ tag }: SyncEvent): Promise<void> {
  if (tag !== backgroundSyncTag) return
  const userId = await readStoredAccount()
  if (userId === null) return
  const { kind } = await sendOutbox(userId)
  if (kind === 'later') throw new Error('The outbox could not be sent')
}
