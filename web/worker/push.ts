// Push messages: shows them as notifications, sends answers that are given on them, and renews the subscription.

import type { PushPayload } from '@gaffer/domain/notices/push-payload'
import { findRouteName, routes } from '@gaffer/domain/routes'
import { gafferProblemText, noConnectionText } from '#lib/api-error.ts'
import { isInstalledWindowOpen } from '#lib/installed-window.ts'
import {
  deletePushRegistration,
  readPushRegistration,
  storePushRegistration,
  toSubscriptionBody,
  subscribeWithVapidKey,
} from '#features/messages/push-subscription.ts'
import { readStoredAccount } from '#offline/stored-query-database.ts'

declare const self: ServiceWorkerGlobalScope

const actionTitles = { yes: 'Yes', no: 'No' } as const
type Action = keyof typeof actionTitles

/** The content of `Notification.data`. `answer` has the ids for sending an answer; null if the notification has no answer buttons. */
type NotificationData = {
  url: string
  answer: { bandId: string; eventId: string; membershipId: string } | null
}

// `renotify` and `actions` are not in the DOM's types.
type NotificationSettings = NotificationOptions & {
  data: NotificationData
  renotify?: boolean
  actions?: { action: Action; title: string }[]
}

const commonOptions = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en-GB' }
const networkTimeoutMs = 10_000

export async function showPushNotification(message: PushMessageData | null): Promise<void> {
  const payload = readPayload(message)
  const isForSignedInAccount = await isForSignedInUser()
  if (payload && isForSignedInAccount) await showNotice(payload)
  // Browsers require a notification for each push message (`userVisibleOnly`). This notification shows nothing of the message.
  else
    await showNotification('Gaffer', {
      body: 'There is something new. Open Gaffer to read it.',
      tag: 'gaffer',
      ...noticesPageOptions,
    })
  if (isForSignedInAccount) await updateAppBadge()
}

const noticesPageOptions = { data: { url: '/notices', answer: null } }

async function showNotice({ id, title, body, url, bandId, eventId, membershipId, actions }: PushPayload) {
  const canAnswer = actions.length > 0 && bandId && eventId && membershipId
  await showNotification(title, {
    body,
    // A later notice about the same event replaces this one, and alerts again.
    tag: eventId ?? id,
    renotify: true,
    data: { url, answer: canAnswer ? { bandId, eventId, membershipId } : null },
    actions: canAnswer ? actions.map((action) => ({ action, title: actionTitles[action] })) : [],
  })
}

function showNotification(title: string, options: NotificationSettings): Promise<void> {
  return self.registration.showNotification(title, { ...commonOptions, ...options })
}

/**
 * Whether the account that turned push messages on is signed in. If another account is, the subscription ends, because that account
 * must not see the messages. Without a session the subscription stays, because the same account may sign in again.
 */
async function isForSignedInUser(): Promise<boolean> {
  const [account, registration] = await Promise.all([readStoredAccount(), readPushRegistration()])
  if (account !== null && registration?.userId === account) return true
  if (account !== null) {
    await deletePushRegistration()
    await (await self.registration.pushManager.getSubscription())?.unsubscribe()
  }
  return false
}

export async function handleNotificationClick({ notification, action }: NotificationEvent): Promise<void> {
  notification.close()
  const { url, answer } = notification.data as NotificationData
  if (!answer || !isAction(action)) return openPage(url)
  const problem = await sendAnswer(answer, action)
  if (problem === null) return
  await showNotification('Your answer was not saved', {
    body: problem,
    tag: answer.eventId,
    renotify: true,
    data: { url, answer },
  })
  // Without a recent tap, the browser may refuse to open a page. A press on the new notification opens it.
  await openPage(url).catch(() => undefined)
}

function isAction(action: string): action is Action {
  return Object.hasOwn(actionTitles, action)
}

/** Resolves to the message of a failure, or to null if the answer is stored. Sending the same answer again changes nothing. */
async function sendAnswer(
  { bandId, eventId, membershipId }: NonNullable<NotificationData['answer']>,
  answer: Action,
): Promise<string | null> {
  // Another account that is signed in may be an admin of the band: the answer would be stored as given by that admin.
  if (!(await isForSignedInUser())) return 'Sign in to Gaffer to answer.'
  const response = await fetch(`/api/bands/${bandId}/events/${eventId}/answers/${membershipId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer }),
    signal: AbortSignal.timeout(networkTimeoutMs),
  }).catch(() => null)
  if (response === null) return noConnectionText
  if (response.ok) return null
  if (response.status === 401) return 'Sign in to Gaffer to answer.'
  // The error page of a proxy is not JSON.
  const reply = (await response.json().catch(() => null)) as { message?: string } | null
  return reply?.message ?? gafferProblemText
}

/** Opens the page in a tab of its own, because open ones may have unsaved entries. If the installed app is the only window, it gets the link. */
async function openPage(url: string): Promise<void> {
  const { origin } = self.location
  const address = new URL(url, origin)
  if (address.origin !== origin) return void (await self.clients.openWindow(origin))
  const windows = await self.clients.matchAll({ type: 'window' })
  const [first, ...others] = windows.filter((client) => isAppPage(new URL(client.url).pathname))
  if (first && others.length === 0 && (await isInstalledWindowOpen())) return openInWindow(first, address)
  try {
    await self.clients.openWindow(address.href)
  } catch (error) {
    // Without a recent tap, the browser may refuse to open a window.
    if (!first) throw error
    await openInWindow(first, address)
  }
}

/** Sends the address to the page. The page navigates by itself, so that it can first ask about unsaved entries. */
async function openInWindow(client: WindowClient, { pathname, search }: URL): Promise<void> {
  client.postMessage({ open: pathname + search }, [])
  await client.focus()
}

function isAppPage(path: string): boolean {
  const route = findRouteName(path)
  return route !== undefined && routes[route].audience === 'app-shell'
}

/** Shows the number of unread notices on the icon of the installed app. */
async function updateAppBadge(): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    const response = await fetch('/api/me/notices', { signal: AbortSignal.timeout(networkTimeoutMs) })
    if (!response.ok) return
    const { unread } = (await response.json()) as { unread: number }
    await navigator.setAppBadge(unread)
  } catch {
    // No network: the badge keeps its number, because the notification already shows that there is something new.
  }
}

/** Subscribes again after the push service has ended the subscription. If that fails, the next page subscribes. */
export async function renewPushSubscription(): Promise<void> {
  const before = await readPushRegistration()
  if (!before || !(await isForSignedInUser())) return
  const settings = await fetch('/api/settings')
  const { vapidPublicKey } = (await settings.json()) as { vapidPublicKey: string }
  const subscription = await subscribeWithVapidKey(self.registration.pushManager, vapidPublicKey)
  const response = await fetch('/api/me/push-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toSubscriptionBody(subscription)),
  })
  if (!response.ok) return
  const { id } = (await response.json()) as { id: string }
  await storePushRegistration({ ...before, subscriptionId: id, endpoint: subscription.endpoint })
}

function readPayload(message: PushMessageData | null): PushPayload | null {
  try {
    return (message?.json() as PushPayload | undefined) ?? null
  } catch {
    // The payload is not JSON: the message comes from the developer tools of the browser.
    return null
  }
}
