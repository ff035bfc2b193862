// The browser's subscription at its push service, for the page and the service worker.

/** Returns the subscription with this key; replaces one with another key. Rejects when the push service can't be reached. */
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

/** The request body that adds the subscription on the server. */
export function toSubscriptionBody(subscription: PushSubscription) {
  const { keys = {} } = subscription.toJSON()
  return { endpoint: subscription.endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

function toBase64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
