import { describeUserAgent } from '@gaffer/domain/sign-in/device'
import type { PushDevice, PushSubscriptionInput } from '@gaffer/domain/notices/push-subscription'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import type { Config } from '#config.ts'
import type { Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { isAllowedUrl, networkReachFor } from '#providers/public-address.ts'
import { hasValidKeys } from '#providers/push.ts'
import {
  deleteSubscription,
  listSubscriptions,
  moveSubscriptionsToSession,
  upsertSubscription,
} from './subscription-store.ts'

/** The user's subscriptions, the newest first. */
export async function listPushSubscriptions(db: Db, user: AuthenticatedUser): Promise<PushDevice[]> {
  const subscriptions = await listSubscriptions(db, user)
  return subscriptions.map(({ userAgent, ...rest }) => ({ ...rest, device: describeUserAgent(userAgent) }))
}

export async function addPushSubscription(
  db: Db,
  user: AuthenticatedUser,
  config: Config,
  subscription: PushSubscriptionInput,
): Promise<{ id: string }> {
  if (!isAllowedUrl(subscription.endpoint, networkReachFor(config))) {
    throw invalidFieldError('endpoint', noticeMessages.pushEndpointInvalid)
  }
  if (!hasValidKeys(subscription)) throw invalidFieldError('keys', noticeMessages.pushKeysInvalid)
  // The session may have ended since the guard read it.
  return { id: orNotFound(await upsertSubscription(db, user, subscription)) }
}

export async function deletePushSubscription(db: Db, user: AuthenticatedUser, id: string): Promise<void> {
  if (!(await deleteSubscription(db, { ...user, id }))) throw notFoundError()
}

/** Keeps the subscriptions of a browser when another session of the same account replaces its session. */
export async function keepPushSubscriptions(
  tx: Db,
  next: { userId: string; sessionId: string; browserHash: Buffer; endingToken: Buffer | null },
): Promise<void> {
  await moveSubscriptionsToSession(tx, next)
}
