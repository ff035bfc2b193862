// Which account receives the push messages of this browser. In Cache Storage, which the service worker can read too.

/**
 * `subscriptionId` is the server's id of the subscription, which ends with the session `sessionId`. Registrations of releases up to 2.0.0 have
 * no `sessionId`.
 */
export type PushRegistration = { userId: string; subscriptionId: string; endpoint: string; sessionId?: string }

const cacheName = 'gaffer-push'
const key = '/push-registration'

export async function readPushRegistration(): Promise<PushRegistration | null> {
  // Browsers without service workers have no Cache Storage.
  if (typeof caches === 'undefined') return null
  const stored = await (await caches.open(cacheName)).match(key)
  return stored ? ((await stored.json()) as PushRegistration) : null
}

export async function storePushRegistration(registration: PushRegistration): Promise<void> {
  await (await caches.open(cacheName)).put(key, Response.json(registration))
}

export async function deletePushRegistration(): Promise<void> {
  await caches.delete(cacheName)
}
