// Push messages on a phone: turned on, shown by the service worker with the page elsewhere, answered on the notification, and kept from
// the screen after a sign-out. The browser's own push service needs the internet, so it is replaced; the messages come over the
// DevTools protocol.

import { createECDH, randomBytes } from 'node:crypto'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { PushPayload } from '@gaffer/domain/notices/push-payload'
import type { CDPSession, Page, Worker } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { fullChromiumOptions } from './browsers.ts'
import { expect, selectDemoBand, signIn, test } from './fixtures.ts'
import { waitForServiceWorker } from './shell-steps.ts'

test.use({ launchOptions: fullChromiumOptions, serviceWorkers: 'allow', permissions: ['notifications'] })

const [ros, mags] = ['+447700900101', '+447700900102']

test('a notification’s button answers the event, and after the sign-out push messages show no content', async ({
  page,
  context,
  demo,
}) => {
  await signIn(context, demo, mags)
  await selectDemoBand(context, demo)
  await replacePushService(page)

  await page.goto(`${demo.url}/profile/notices`)
  await waitForServiceWorker(page)
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByText('This device gets push messages', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const worker = context.serviceWorkers()[0] as Worker
  const deliver = await makePushSender(worker, await context.newCDPSession(page), demo.url)
  await page.getByRole('link', { name: /^Notices/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible()

  const { bands } = (await (await context.request.get(`${demo.url}/api/me`)).json()) as { bands: OwnMembership[] }
  const { bandId, id: membershipId } = bands.find(({ band }) => band.name === 'The Night Buses') as OwnMembership
  const today = todayInLondon(new Date())
  const eventsUrl = `${demo.url}/api/bands/${bandId}/events`
  const events = (await (
    await context.request.get(`${eventsUrl}?startDate=${today}&endDate=${addDays(today, 90)}`)
  ).json()) as CalendarEntry[]
  const { id: eventId } = events.find(({ type, myAnswer }) => /gig/.test(type) && myAnswer === null) as CalendarEntry
  const payload: PushPayload = {
    id: '0190b000-0000-7000-8000-000000000001',
    kind: 'answer.asked',
    title: 'Can you play?',
    body: 'Ros is asking.',
    url: `/bands/${bandId}/events/${eventId}`,
    bandId,
    eventId,
    membershipId,
    actions: ['yes', 'no'],
  }
  await deliver(payload)
  expect(await readNotifications(page)).toEqual([['Can you play?', 'Ros is asking.', 'Yes', 'No']])

  await press(worker, 'yes')
  expect(await readNotifications(page)).toEqual([])
  const answers = (await (await context.request.get(`${eventsUrl}/${eventId}/answers`)).json()) as MemberAnswer[]
  expect(answers.find((answer) => answer.membershipId === membershipId)?.answer).toBe('yes')

  await deliver(payload)
  expect(await readNotifications(page)).toHaveLength(1)
  await press(worker, '')
  await expect(page).toHaveURL(demo.url + payload.url)

  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await deliver(payload)
  expect(await readNotifications(page)).toEqual([['Gaffer', 'There is something new. Open Gaffer to read it.']])
})

test('a pressed notification leaves the tabs as they are, and the installed app asks before it loses entries', async ({
  page,
  context,
  demo,
}) => {
  await signIn(context, demo, ros)
  await page.goto(`${demo.url}/profile`)
  await waitForServiceWorker(page)
  const worker = context.serviceWorkers()[0] as Worker
  const deliver = await makePushSender(worker, await context.newCDPSession(page), demo.url)
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.opened = []
    scope.clients.openWindow = async (address) => void scope.opened.push(address)
  })
  const opened = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).opened)

  // The notification of a message for another account leads to the notices.
  await deliver('A message for another account')
  await press(worker, '')
  expect(await opened()).toEqual([`${demo.url}/notices`])
  await expect(page).toHaveURL(`${demo.url}/profile`)

  await page.addInitScript(() => {
    const { matchMedia } = window
    window.matchMedia = (query) =>
      query === '(display-mode: standalone)' ? ({ matches: true } as MediaQueryList) : matchMedia(query)
  })
  await page.reload()
  // The page gets links as soon as it holds the lock of the installed app.
  await page.waitForFunction(async () => (await navigator.locks.query()).held?.length === 1)
  await page.getByLabel('Hometown').fill('Half written')
  await deliver('A message for another account')
  await press(worker, '')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Hometown')).toHaveValue('Half written')
  expect(await opened()).toHaveLength(1)
})

/** Replaces the push service of the browser. The server gets a subscription with keys that are valid. */
async function replacePushService(page: Page): Promise<void> {
  const pair = createECDH('prime256v1')
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  await page.addInitScript((ownKeys) => {
    const endpoint = 'https://push.example.com/1'
    let current: object | null = null
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async (options: object) =>
        (current = {
          endpoint,
          options,
          toJSON: () => ({ endpoint, keys: ownKeys }),
          unsubscribe: async () => {
            current = null
            return true
          },
        }),
    })
  }, keys)
}

/**
 * Returns a function that delivers a message to the service worker as the browser's push service does, and resolves once the notification is
 * shown. Chromium drops a notification from `getNotifications` for good if it is read after it was stored and before it is shown.
 */
async function makePushSender(
  worker: Worker,
  cdp: CDPSession,
  origin: string,
): Promise<(payload: PushPayload | string) => Promise<void>> {
  let registrationId = ''
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId
  })
  await cdp.send('ServiceWorker.enable')
  await expect.poll(() => registrationId).not.toBe('')
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const show = scope.registration.showNotification
    scope.registration.showNotification = async (...notification) => {
      await show.apply(scope.registration, notification)
      scope.shownCount = (scope.shownCount ?? 0) + 1
    }
  })
  let delivered = 0
  return async (payload) => {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
    delivered += 1
    await expect.poll(() => worker.evaluate(() => (globalThis as unknown as WorkerScope).shownCount)).toBe(delivered)
  }
}

/** Reads title, body and buttons of the notifications on screen. */
function readNotifications(page: Page): Promise<string[][]> {
  return page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications()
    return notifications.map((one) => {
      const { actions } = one as Notification & { actions: { title: string }[] }
      return [one.title, one.body, ...actions.map(({ title }) => title)]
    })
  })
}

type WorkerScope = {
  registration: {
    getNotifications: () => Promise<Notification[]>
    showNotification: (title: string, options: NotificationOptions) => Promise<void>
  }
  clients: { openWindow: (address: string) => Promise<void> }
  /** The addresses that were to be opened in new windows. */
  opened: string[]
  /** How many notifications the worker has shown. */
  shownCount?: number
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => globalThis.Event
  dispatchEvent: (event: globalThis.Event) => boolean
}

/**
 * Presses a button of the notification, or the notification itself. Headless browsers have no notification to press, so its event is
 * dispatched in the worker. A script's event cannot extend the worker's lifetime: its `waitUntil` is replaced.
 */
async function press(worker: Worker, action: string): Promise<void> {
  await worker.evaluate(async (pressed) => {
    const scope = globalThis as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('No notification is shown')
    const event = new scope.NotificationEvent('notificationclick', { notification, action: pressed })
    const work: Promise<unknown>[] = []
    Object.defineProperty(event, 'waitUntil', { value: (pending: Promise<unknown>) => work.push(pending) })
    scope.dispatchEvent(event)
    await Promise.allSettled(work)
  }, action)
}
