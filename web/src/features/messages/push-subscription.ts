// The browser's subscription with its push service, for the page and the service worker.

/** Returns the existing subscription if it has the server's VAPID key; otherwise replaces it. Rejects if the push service fails. */
export async function subscribeWithVapidKey(
  pushManager: PushManager,
  vapidPublicKey: string,
): Promise<PushSubscription> {
  const existing = await pushManager.getSubscription()
  if (existing && hasVapidKey(existing, vapidPublicKey)) return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidPublicKey })
}

export function hasVapidKey({ options }: PushSubscription, vapidPublicKey: string): boolean {
  const { applicationServerKey } = options
  return applicationServerKey !== null && toBase64url(applicationServerKey) === vapidPublicKey.replace(/=+$/, '')
}

/** The body of `POST /api/me/push-subscriptions`. A key that the browser does not give is an empty string. */
export function toSubscriptionBody(subscription: PushSubscription) {
  const { keys = {} } = subscription.toJSON()
  return { endpoint: subscription.endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

function toBase64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Names the account that receives the push messages of this browser. Stored in Cache Storage, because the service worker reads it too.
 * `subscriptionId` is the server's id of the subscription, which ends with the session `sessionId`. Registrations of releases up to 2.0.0 have
 * no `sessionId`.
 */
type PushRegistration = { userId: string; subscriptionId: string; endpoint: string; sessionId?: string }

const pushCacheName = 'gaffer-push'
const registrationKey = '/push-registration'

export async function readPushRegistration(): Promise<PushRegistration | null> {
  // Browsers without service workers have no Cache Storage.
  if (typeof caches === 'undefined') return null
  const stored = await (await caches.open(pushCacheName)).match(registrationKey)
  return stored ? ((await stored.json()) as PushRegistration) : null
}

export async function storePushRegistration(registration: PushRegistration): Promise<void> {
  await (await caches.open(pushCacheName)).put(registrationKey, Response.json(registration))
}

export async function deletePushRegistration(): Promise<void> {
  await caches.delete(pushCacheName)
}
