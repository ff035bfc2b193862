import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { turnOffPushIfGranted } from './turn-off-push-if-granted.ts'
import { readPushState, reconcilePush, turnOffPush, turnOnPush } from './push.ts'
import { readPushRegistration } from './push-subscription.ts'

const key = btoa('the-key').replace('=', '')
const keyBytes = (text: string) => new TextEncoder().encode(text).buffer
let subscriptionCount = 0

/** A fake PushManager, with at most one subscription. */
function aPushManager() {
  let current: ReturnType<typeof aSubscription> | null = null
  const aSubscription = (bytes: ArrayBuffer) => ({
    endpoint: `https://push.example/${(subscriptionCount += 1)}`,
    options: { applicationServerKey: bytes },
    toJSON: () => ({ keys: { p256dh: 'public', auth: 'secret' } }),
    unsubscribe: vi.fn(async () => {
      current = null
      return true
    }),
  })
  return {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => (current = aSubscription(keyBytes('the-key')))),
    replace: (text = 'the-key') => (current = aSubscription(keyBytes(text))),
    expire: () => (current = null),
  }
}

/** A fake Cache Storage that holds one entry. */
function oneEntryCaches() {
  let stored: Response | null = null
  const cache = {
    match: async () => stored?.clone(),
    put: async (_key: string, response: Response) => void (stored = response),
  }
  return { open: async () => cache, delete: async () => void (stored = null) }
}

let pushManager = aPushManager()
let requests: string[]
let refuse: (request: string) => Response | null
/** The id of the session that the browser is signed in with. */
let sessionId: string
/** The subscriptions that the fake server has stored. */
let stored: { id: string; device: string; createdAt: string }[]
const notification = { permission: 'default', requestPermission: vi.fn<() => Promise<string>>() }

const stubBrowser = (fields: object = {}) =>
  vi.stubGlobal('navigator', {
    userAgent: 'Android',
    maxTouchPoints: 5,
    serviceWorker: {
      getRegistration: async () => ({ pushManager }),
      ready: Promise.resolve({ pushManager }),
    },
    ...fields,
  })

beforeEach(() => {
  pushManager = aPushManager()
  requests = []
  stored = []
  sessionId = sessionIds[0]
  refuse = () => null
  notification.permission = 'default'
  notification.requestPermission.mockImplementation(async () => (notification.permission = 'granted'))
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('caches', oneEntryCaches())
  stubBrowser()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const request = `${method} ${path}`
    requests.push(request)
    const refusal = refuse(request)
    if (refusal) return refusal
    if (path === '/api/settings')
      return Response.json({
        maps: null,
        spotify: false,
        vapidPublicKey: key,
        songLists: 'soon',
        maxChartBytes: 26_214_400,
        maxRecordingBytes: 314_572_800,
        takesReports: false,
      })
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (path === '/api/me/sessions') return Response.json([aSession(sessionId, true), aSession(sessionIds[2], false)])
    if (method === 'GET') return Response.json(stored)
    const id = `0190c000-0000-7000-8000-${String(subscriptionCount).padStart(12, '0')}`
    stored = [{ id, device: 'Chrome on Android', createdAt: '2027-03-01T12:00:00.000Z' }]
    return Response.json({ id }, { status: 201 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const sessionIds = [1, 2, 3].map((number) => `0190d000-0000-7000-8000-00000000000${number}`) as [string, string, string]
const at = '2027-03-01T12:00:00.000Z'
const aSession = (id: string, current: boolean) => ({
  id,
  current,
  device: 'Chrome on Android',
  createdAt: at,
  lastSeenAt: at,
  expiresAt: at,
})

const additionRequest = 'POST /api/me/push-subscriptions'
const removals = () => requests.filter((request) => request.startsWith('DELETE'))

describe('the state of push messages', () => {
  it('the state of push messages is read without asking for the permission', async () => {
    expect(await readPushState('u1')).toBe('off')
    notification.permission = 'denied'
    expect(await readPushState('u1')).toBe('denied')
    expect(notification.requestPermission).not.toHaveBeenCalled()
  })

  it.each([
    ['an iPhone', 'home-screen', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5],
    ['an iPad', 'home-screen', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
    ['a Mac', 'unsupported', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0],
  ])(
    'in a browser of %s without PushManager the state of push messages is "%s"',
    async (_, state, userAgent, maxTouchPoints) => {
      vi.stubGlobal('PushManager', undefined)
      Reflect.deleteProperty(globalThis, 'PushManager')
      stubBrowser({ userAgent, maxTouchPoints })
      expect(await readPushState('u1')).toBe(state)
    },
  )

  it('the state of push messages is off for another account of the same browser', async () => {
    await turnOnPush('u1')
    expect([await readPushState('u1'), await readPushState('u2')]).toEqual(['on', 'off'])
  })
})

describe('turning push messages on', () => {
  it('turning push messages on asks for the permission, subscribes with the key of the server and adds the subscription', async () => {
    expect(await turnOnPush('u1')).toBe('on')
    expect(pushManager.subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: key })
    expect(requests).toEqual(['GET /api/settings', 'GET /api/me/sessions', additionRequest])
    expect(await readPushRegistration()).toMatchObject({ userId: 'u1' })
  })

  it.each([
    ['denied', 'denied'],
    ['default', 'off'],
  ] as const)('turning push messages on subscribes to nothing if the permission is %s', async (permission, state) => {
    notification.requestPermission.mockImplementation(async () => (notification.permission = permission))
    expect(await turnOnPush('u1')).toBe(state)
    expect([pushManager.subscribe.mock.calls, requests]).toEqual([[], []])
  })

  it('turning push messages on gives an account a subscription of its own, not the one that another account left', async () => {
    await turnOnPush('u1')
    const left = await pushManager.getSubscription()
    await turnOnPush('u2')
    expect(left?.unsubscribe).toHaveBeenCalledOnce()
    expect((await pushManager.getSubscription())?.endpoint).not.toBe(left?.endpoint)
  })

  it('push messages stay off when the server refuses the subscription', async () => {
    refuse = (request) =>
      request === additionRequest ? Response.json({ code: 'failed', message: 'No' }, { status: 500 }) : null
    await expect(turnOnPush('u1')).rejects.toThrow()
    expect(await readPushState('u1')).toBe('off')
  })
})

describe('turning push messages off', () => {
  it('turning push messages off removes the subscription from the server and from the browser', async () => {
    await turnOnPush('u1')
    await turnOffPush()
    expect([removals().length, await pushManager.getSubscription(), await readPushRegistration()]).toEqual([
      1,
      null,
      null,
    ])
  })

  it('turning push messages off ends the subscription of the browser even if the server cannot be reached', async () => {
    await turnOnPush('u1')
    refuse = () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(turnOffPush()).rejects.toThrow('No connection')
    expect([await pushManager.getSubscription(), await readPushRegistration()]).toEqual([null, null])
  })

  it('turnOffPushIfGranted ends the subscription of the browser even if the server does not respond before the timeout', async () => {
    await turnOnPush('u1')
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    await turnOffPushIfGranted(AbortSignal.timeout(20))
    expect(await pushManager.getSubscription()).toBeNull()
  })

  it('turning push messages off sends nothing where push messages were never turned on', async () => {
    await turnOffPushIfGranted(AbortSignal.timeout(20))
    await turnOffPush()
    expect(requests).toEqual([])
  })
})

describe('when a page opens', () => {
  const reads = ['GET /api/settings', 'GET /api/me/push-subscriptions', 'GET /api/me/sessions']
  const openAgain = async (userId = 'u1') => {
    requests = []
    pushManager.subscribe.mockClear()
    await reconcilePush(userId)
  }

  it('opening the app keeps a current subscription', async () => {
    await turnOnPush('u1')
    await openAgain()
    expect([requests, pushManager.subscribe.mock.calls]).toEqual([reads, []])
    expect(await readPushState('u1')).toBe('on')
  })

  it.each([
    ['has ended', () => pushManager.expire()],
    ['has another endpoint', () => pushManager.replace()],
    ['has an old key of the server', () => pushManager.replace('an old key')],
  ])('when the app opens, a subscription that %s is replaced', async (_, change) => {
    await turnOnPush('u1')
    change()
    await openAgain()
    expect(requests.at(-1)).toBe(additionRequest)
    expect(await readPushState('u1')).toBe('on')
  })

  it('when the app opens, a subscription that was removed on another device is ended', async () => {
    await turnOnPush('u1')
    stored = []
    await openAgain()
    expect([requests, await pushManager.getSubscription(), await readPushState('u1')]).toEqual([reads, null, 'off'])
  })

  it('a push subscription that the server deleted with an earlier session is added again in the next session', async () => {
    await turnOnPush('u1')
    stored = []
    sessionId = sessionIds[1]
    await openAgain()
    expect(requests.at(-1)).toBe(additionRequest)
    expect([await readPushState('u1'), stored.length]).toEqual(['on', 1])
  })

  it('a push subscription that was carried into the next session, and then removed on another device, is off when the app opens', async () => {
    await turnOnPush('u1')
    sessionId = sessionIds[1]
    await openAgain()
    expect(requests).toEqual(reads)
    stored = []
    await openAgain()
    expect([requests, await readPushState('u1')]).toEqual([reads, 'off'])
  })

  it('when the app opens, the subscription that another account left is ended without a request', async () => {
    await turnOnPush('u1')
    await openAgain('u2')
    expect([requests, await pushManager.getSubscription(), await readPushRegistration()]).toEqual([[], null, null])
  })

  it('opening the app with push messages off asks for no permission and sends no request', async () => {
    await openAgain()
    expect([requests, notification.requestPermission.mock.calls]).toEqual([[], []])
  })
})
