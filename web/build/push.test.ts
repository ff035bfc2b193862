// Tests the push messages of web/worker in the bundled service worker.

import 'fake-indexeddb/auto'
import { join } from 'node:path'
import type { PushPayload } from '@gaffer/domain/notices/push-payload'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteAllStoredQueries, switchAccount } from '#offline/stored-query-database.ts'
import { fakeOrigin, makeServiceWorkerHarness, type FakeNetworkHandler } from './service-worker-harness.ts'
import { bundleServiceWorker } from './service-worker.ts'

let bundle: string
beforeAll(async () => {
  bundle = await bundleServiceWorker(join(import.meta.dirname, '..'), [])
})

const payload: PushPayload = {
  id: 'n1',
  kind: 'answer.asked',
  title: 'Can you play? Gig, Fri 28 Nov, 8 PM · The Night Buses',
  body: 'Ros is asking.',
  url: '/bands/b1/events/e1',
  bandId: 'b1',
  eventId: 'e1',
  membershipId: 'm1',
  actions: ['yes', 'no'],
}
const contentlessNotification = { title: 'Gaffer', body: 'There is something new. Open Gaffer to read it.' }

type Call = { path: string; method: string; body: string }

/** A worker of `account` (null: signed out) in a browser where `owner` turned push messages on. */
async function startWorker({ account = 'u1', owner = 'u1', responses = {} }: Setup = {}) {
  const calls: Call[] = []
  const network: FakeNetworkHandler = async (path, request) => {
    calls.push({ path, method: request?.method ?? '', body: (await request?.text()) ?? '' })
    return responses[path]?.() ?? Response.json({ unread: 3, notices: [] })
  }
  const worker = makeServiceWorkerHarness(bundle, network)
  await deleteAllStoredQueries()
  if (account) await switchAccount(account)
  const registration = { userId: owner, subscriptionId: 's1', endpoint: 'https://push.example/1' }
  if (owner) {
    await (await worker.caches.open('gaffer-push')).put('/push-registration', Response.json(registration))
  }
  const push = (fields: Partial<PushPayload> = {}) =>
    worker.dispatchAndWait('push', { data: { json: () => ({ ...payload, ...fields }) } })
  const press = async (action = '') => {
    const notification = worker.notifications.at(-1)
    await worker.dispatchAndWait('notificationclick', { notification, action })
    return notification
  }
  return { ...worker, calls, push, press }
}
type Setup = { account?: string | null; owner?: string | null; responses?: Record<string, () => Response> }

const answerPath = '/api/bands/b1/events/e1/answers/m1'

describe('a push message', () => {
  it('a push message that asks for an answer is shown with its title, its body and the buttons Yes and No', async () => {
    const { push, notifications } = await startWorker()
    await push()
    expect(notifications).toMatchObject([
      {
        title: payload.title,
        body: payload.body,
        tag: 'e1',
        renotify: true,
        badge: '/icons/badge-96.png',
        actions: [
          { action: 'yes', title: 'Yes' },
          { action: 'no', title: 'No' },
        ],
      },
    ])
  })

  it('the notification of a push message without an event has the id of the notice as its tag, and no buttons', async () => {
    const { push, notifications } = await startWorker()
    await push({ kind: 'calendar.failing', bandId: null, eventId: null, membershipId: null, actions: [] })
    expect(notifications).toMatchObject([{ tag: 'n1', actions: [] }])
  })

  it('a push message sets the badge of the app to the number of unread notices', async () => {
    const { push, navigator } = await startWorker()
    await push()
    expect(navigator.setAppBadge).toHaveBeenCalledExactlyOnceWith(3)
  })

  it('a push message is shown when the unread notices cannot be counted', async () => {
    const { push, notifications, navigator } = await startWorker({
      responses: { '/api/me/notices': () => new Response('A proxy', { status: 200 }) },
    })
    await push()
    expect(notifications).toHaveLength(1)
    expect(navigator.setAppBadge).not.toHaveBeenCalled()
  })

  it('a push message after a sign-out is shown without its content, and the push subscription stays for the next sign-in', async () => {
    const { push, notifications, pushManager, calls, caches } = await startWorker({ account: null })
    await push()
    expect(notifications).toMatchObject([contentlessNotification])
    expect(pushManager.getSubscription).not.toHaveBeenCalled()
    expect(await caches.has('gaffer-push')).toBe(true)
    expect(calls).toEqual([])
  })

  it('a push message for another account than the signed-in one is shown without its content, and the push subscription is ended', async () => {
    const { push, notifications, pushManager, caches } = await startWorker({ account: 'u2' })
    const unsubscribe = vi.fn()
    pushManager.getSubscription.mockResolvedValue({ unsubscribe })
    await push()
    expect(notifications).toMatchObject([contentlessNotification])
    expect(unsubscribe).toHaveBeenCalledOnce()
    expect(await caches.has('gaffer-push')).toBe(false)
  })

  it('a push message that is not JSON or has no data is shown without content', async () => {
    const { dispatchAndWait, notifications } = await startWorker()
    await dispatchAndWait('push', { data: { json: () => JSON.parse('Test') as unknown } })
    await dispatchAndWait('push', { data: null })
    expect(notifications).toMatchObject([contentlessNotification, contentlessNotification])
  })
})

describe('a press on Yes or No', () => {
  it.each(['yes', 'no'])('a press on the button "%s" sends that answer and opens no page', async (action) => {
    const { push, press, calls, openWindow, notifications } = await startWorker()
    await push()
    const notification = await press(action)
    expect(calls.at(-1)).toEqual({ path: answerPath, method: 'PUT', body: JSON.stringify({ answer: action }) })
    expect(notification?.close).toHaveBeenCalledOnce()
    expect(openWindow).not.toHaveBeenCalled()
    expect(notifications).toHaveLength(1)
  })

  it('if the server refuses an answer given in a notification, a notification shows the message of the server, and the event is opened', async () => {
    const refuse = () => Response.json({ code: 'conflict', message: 'This event is cancelled' }, { status: 409 })
    const { push, press, openWindow, notifications } = await startWorker({ responses: { [answerPath]: refuse } })
    await push()
    await press('yes')
    expect(notifications[1]).toMatchObject({ title: 'Your answer was not saved', body: 'This event is cancelled' })
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${fakeOrigin}/bands/b1/events/e1`)
  })

  it('a press on No without a network shows a notification that asks for a retry, even if the browser refuses to open a page', async () => {
    const { push, press, openWindow, notifications } = await startWorker({
      responses: {
        [answerPath]: () => {
          throw new TypeError('Failed to fetch')
        },
      },
    })
    openWindow.mockRejectedValue(new DOMException('No recent tap', 'InvalidAccessError'))
    await push()
    await press('no')
    expect(notifications[1]).toMatchObject({ body: 'No connection. Check your signal and try again.' })
  })

  it('after a press on No that gets the error page of a proxy, the notification says that Gaffer has a problem', async () => {
    const { push, press, notifications } = await startWorker({
      responses: { [answerPath]: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) },
    })
    await push()
    await press('no')
    expect(notifications[1]).toMatchObject({ body: 'Gaffer has a problem. Please try again in a moment.' })
  })

  it('a press on Yes sends no answer and shows a notification that asks for a sign-in if another account has signed in since the push message', async () => {
    const { push, press, calls, notifications } = await startWorker()
    await push()
    await switchAccount('u2')
    await press('yes')
    expect(calls.map(({ path }) => path)).not.toContain(answerPath)
    expect(notifications[1]).toMatchObject({ body: 'Sign in to Gaffer to answer.' })
  })
})

describe('a press on the notification', () => {
  const aWindow = (path: string) => ({
    url: fakeOrigin + path,
    focus: vi.fn(async () => undefined),
    postMessage: vi.fn(),
  })

  it('a press on the notification opens the page of the notification in a new tab, and neither focuses nor navigates an open tab of the app', async () => {
    const { push, press, windows, openWindow, calls } = await startWorker()
    const calendar = aWindow('/calendar?date=2027-01-01')
    windows.push(calendar)
    await push()
    const before = calls.length
    await press()
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(fakeOrigin + payload.url)
    expect([calendar.focus, calendar.postMessage].map(({ mock }) => mock.calls)).toEqual([[], []])
    expect(calls).toHaveLength(before)
  })

  it.each([
    [
      'sends the link to the installed app if no other window is open except a sign-in page',
      ['/login', '/calendar'],
      [[{ open: payload.url }, []]],
      [],
    ],
    [
      'opens a new window if a browser window of the app is open in addition to the installed app',
      ['/songs', '/calendar'],
      [],
      [[fakeOrigin + payload.url]],
    ],
  ])('a press on the notification %s', async (_, paths, messages, opened) => {
    const { push, press, windows, locks, openWindow } = await startWorker()
    windows.push(...paths.map(aWindow))
    locks.push({ name: 'gaffer-installed-window', mode: 'shared', clientId: 'c' })
    await push()
    await press()
    expect(windows.flatMap(({ postMessage }) => vi.mocked(postMessage).mock.calls)).toEqual(messages)
    expect(openWindow.mock.calls).toEqual(opened)
  })

  it('if the browser refuses to open a window, the link of the notification is sent to an open tab of the app, and not to an open sign-in page', async () => {
    const { push, press, windows, openWindow } = await startWorker()
    const [login, calendar] = [aWindow('/login'), aWindow('/calendar')]
    windows.push(login, calendar)
    openWindow.mockRejectedValue(new DOMException('No recent tap', 'InvalidAccessError'))
    await push()
    await press()
    expect(calendar.postMessage).toHaveBeenCalledExactlyOnceWith({ open: payload.url }, [])
    expect(login.postMessage).not.toHaveBeenCalled()
  })

  it('a press on the notification opens its page in a new window if the app has no open window', async () => {
    const { push, press, openWindow } = await startWorker()
    await push()
    await press()
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(fakeOrigin + payload.url)
  })

  it('a press on a notification with an address of another site opens the start page of the app', async () => {
    const { push, press, openWindow } = await startWorker()
    await push({ url: 'https://elsewhere.example/' })
    await press()
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(fakeOrigin)
  })
})

describe('a subscription that the push service has ended', () => {
  const subscription = {
    endpoint: 'https://push.example/2',
    options: { applicationServerKey: null },
    toJSON: () => ({ keys: { p256dh: 'public', auth: 'secret' } }),
  }
  const responses = {
    '/api/settings': () => Response.json({ vapidPublicKey: 'the-key' }),
    '/api/me/push-subscriptions': () => Response.json({ id: 's2' }, { status: 201 }),
  }

  it('a subscription that the push service has ended is replaced by a new subscription of the same account', async () => {
    const { dispatchAndWait, pushManager, calls, caches } = await startWorker({ responses })
    pushManager.subscribe.mockResolvedValue(subscription)
    await dispatchAndWait('pushsubscriptionchange')
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'the-key' })
    const body = JSON.stringify({ endpoint: subscription.endpoint, keys: { p256dh: 'public', auth: 'secret' } })
    expect(calls.at(-1)).toEqual({ path: '/api/me/push-subscriptions', method: 'POST', body })
    const stored = await (await caches.open('gaffer-push')).match('/push-registration')
    expect(await stored?.json()).toEqual({ userId: 'u1', subscriptionId: 's2', endpoint: subscription.endpoint })
  })

  it.each([
    ['another account is signed in', 'u2', 'u1'],
    ['push messages are turned off', 'u1', null],
  ])('a subscription that the push service has ended is not replaced while %s', async (_, account, owner) => {
    const { dispatchAndWait, pushManager } = await startWorker({ account, owner, responses })
    await dispatchAndWait('pushsubscriptionchange')
    expect(pushManager.subscribe).not.toHaveBeenCalled()
  })
})
