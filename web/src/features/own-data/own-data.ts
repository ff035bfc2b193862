// The export of a member's own data, and the erasure of the account.

import { deleteUserValues, readStored } from '#lib/browser-storage.ts'
import { turnOffPushIfGranted } from '#features/messages/turn-off-push-if-granted.ts'
import { endpointPathOf, request } from '#lib/request.ts'
import { discardForms } from '#ui/open-forms.ts'
import { fetchAndSaveFile } from '#lib/download.ts'
import { forgetStoredQueries } from '#offline/stored-queries.ts'
import { loadOutbox } from '#offline/load-outbox.ts'

const endPushTimeoutMs = 3000

/** Downloads all personal data of the user; resolves to the file's name. */
export function downloadMyData(): Promise<string> {
  return fetchAndSaveFile(endpointPathOf('GET /api/me/export'), 'gaffer-my-data.json')
}

async function deleteWaitingChanges(): Promise<void> {
  if (readStored('waiting') !== null) await (await loadOutbox()).deleteWaitingChanges()
}

/** Erases the account and opens the landing page. Rejects if the server refuses. */
export async function eraseAccountAndLeave(): Promise<void> {
  await request('DELETE /api/me')
  // A failure is ignored, because changes of an erased account cannot be sent anyway.
  await deleteWaitingChanges().catch(() => undefined)
  discardForms()
  deleteUserValues()
  await Promise.allSettled([turnOffPushIfGranted(AbortSignal.timeout(endPushTimeoutMs)), forgetStoredQueries()])
  // Loads a new document, so that no data of the user stays in memory.
  location.assign('/')
}
