// Renews the asks of a dep whose phone number changes: invalidates the links sent to the old number, and asks at the new number.

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Services } from '#services.ts'
import { hashSecret } from '#platform/keys.ts'
import type { Db } from '#platform/db/connection.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { advanceDepRequests } from './advance-dep-requests.ts'
import {
  invalidateDepAskLink,
  listStoredDepRequests,
  renewDepAsk,
  type DepEvent,
  type StoredDepAsk,
  type StoredDepRequest,
} from './request-store.ts'
import { addDepText } from './queue-text.ts'
import type { TextPayer } from './text-store.ts'

type RenewServices = Pick<Services, 'jobs' | 'config' | 'links'>

/** Call it once the new number is stored and the events are locked. A Yes from the old number does not count for the new number. */
export async function renewAsksOfDep(
  services: RenewServices,
  tx: Db,
  events: readonly { key: EventKey; event: DepEvent }[],
  { depId, payer }: { depId: string; payer: TextPayer },
): Promise<void> {
  const now = tx.clock.now().getTime()
  for (const { key, event } of events) {
    for (const request of await listStoredDepRequests(tx, key, event)) {
      const ask = request.asks.find((one) => one.depId === depId)
      if (!ask) continue
      if (isAskable(request, ask, now)) await renewAsk(services, tx, key, { ask, payer })
      else await invalidateDepAskLink(tx, { id: ask.id, tokenHash: randomBytes(32) })
    }
    await advanceDepRequests(services, tx, key, { event, payer })
  }
}

/** Whether the dep is asked again at the new number. Otherwise, as after a No, the link becomes invalid. */
function isAskable({ withdrawnAt, closesAt }: StoredDepRequest, { answer }: StoredDepAsk, now: number): boolean {
  return withdrawnAt === null && now < closesAt && (answer === null || answer === 'yes')
}

async function renewAsk(
  { jobs, links }: RenewServices,
  tx: Db,
  key: EventKey,
  { ask, payer }: { ask: StoredDepAsk; payer: TextPayer },
): Promise<void> {
  const askId = randomUUIDv7()
  const { token, linkKeyId } = links.signDepLink(askId)
  await renewDepAsk(tx, { id: ask.id, newId: askId, tokenHash: hashSecret(token), linkKeyId })
  const text = { ...key, ...payer, askId, kind: null, recipient: ask.phone, isFollowUp: true }
  await addDepText({ jobs }, tx, text)
}
