// Push messages on this device: the permission, the subscription, and the registration of the subscription for one account.

import { hasErrorCode } from '#lib/api-error.ts'
import { platformOf } from '#lib/device-links.ts'
import {
  deletePushRegistration,
  readPushRegistration,
  storePushRegistration,
  toSubscriptionBody,
  hasVapidKey,
  subscribeWithVapidKey,
} from './push-subscription.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'

/** `home-screen`: iOS needs the app on the home screen first. `denied`: only the browser's settings can allow push messages again. */
export type PushState = 'on' | 'off' | 'denied' | 'home-screen' | 'unsupported'

export async function readPushState(userId: string): Promise<PushState> {
  // iOS offers the push API only to apps on the home screen.
  if (!isPushSupported()) return platformOf(navigator) === 'ios' ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted') return 'off'
  const [registration, subscription] = await Promise.all([readPushRegistration(), readSubscription()])
  return subscription && registration?.userId === userId && registration.endpoint === subscription.endpoint
    ? 'on'
    : 'off'
}

/** Asks for the permission, so call it only in a click handler. Rejects if the push service or the server can't be reached. */
export async function turnOnPush(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await subscribeAndRegister(userId)
  return 'on'
}

/** Turns push messages off on this device only. */
export async function turnOffPush(signal?: AbortSignal): Promise<void> {
  if (!isPushSupported()) return
  const [registration, subscription] = await Promise.all([readPushRegistration(), readSubscription()])
  await deletePushRegistration()
  // The push service now responds to messages with 410, and the server then deletes the subscription even if the request below fails.
  await subscription?.unsubscribe()
  if (!registration) return
  try {
    const params = { subscriptionId: registration.subscriptionId }
    await request('DELETE /api/me/push-subscriptions/:subscriptionId', { params, ...(signal && { signal }) })
  } catch (error) {
    if (!hasErrorCode(error, 'not_found')) throw error
  }
}

/**
 * Subscribes again when the server's key or the browser's subscription has changed, or when the server deleted the subscription with an earlier
 * session. Ends a subscription of another account, or one that was removed on another device. Does nothing if push messages were never turned on.
 */
export async function reconcilePush(userId: string): Promise<void> {
  if (!isPushSupported() || Notification.permission !== 'granted') return
  const registration = await readPushRegistration()
  if (!registration) return
  const subscription = await readSubscription()
  if (registration.userId !== userId) return endSubscription(subscription)
  const [{ vapidPublicKey }, devices, sessionId] = await Promise.all([
    request('GET /api/settings'),
    request('GET /api/me/push-subscriptions'),
    readSessionId(),
  ])
  const isSubscriptionCurrent =
    subscription?.endpoint === registration.endpoint && hasVapidKey(subscription, vapidPublicKey)
  const isOnServer = devices.some(({ id }) => id === registration.subscriptionId)
  const isSameSession = sessionId === registration.sessionId
  if (!isSubscriptionCurrent || (!isOnServer && !isSameSession)) return subscribeAndRegister(userId)
  if (!isOnServer) return endSubscription(subscription)
  if (!isSameSession) await storePushRegistration({ ...registration, sessionId })
}

async function readSessionId(): Promise<string> {
  const sessions = await request('GET /api/me/sessions')
  const ownSession = sessions.find(({ current }) => current)
  if (!ownSession) throw new Error('The list of sessions lacks the current one')
  return ownSession.id
}

async function endSubscription(subscription: PushSubscription | null): Promise<void> {
  await deletePushRegistration()
  await subscription?.unsubscribe()
}

async function subscribeAndRegister(userId: string): Promise<void> {
  const [{ vapidPublicKey }, sessionId] = await Promise.all([request('GET /api/settings'), readSessionId()])
  const { pushManager } = await waitForActiveWorker()
  const storedRegistration = await readPushRegistration()
  // A new subscription, because messages of the previous account would go to the same endpoint.
  if (storedRegistration?.userId !== userId) await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await subscribeWithVapidKey(pushManager, vapidPublicKey)
  const body = toSubscriptionBody(subscription)
  const { id } = await request('POST /api/me/push-subscriptions', { body, idempotencyKey: generateIdempotencyKey() })
  await storePushRegistration({ userId, subscriptionId: id, endpoint: subscription.endpoint, sessionId })
}

async function waitForActiveWorker(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  if (!(await serviceWorker.getRegistration())) await serviceWorker.register('/sw.js')
  return serviceWorker.ready
}

async function readSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}
