import { defaultNoticeSettings, type NoticeSettings } from '@gaffer/domain/notices/notice'
import type { PushDevice } from '@gaffer/domain/notices/push-subscription'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import type { PushState } from '#features/messages/push.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { NoticeSettingsPage } from './notice-settings-page.tsx'
// Imported ahead: on a busy machine, loading it with the first response takes longer than `waitFor` waits.
import '#lib/check-response.ts'

const push = vi.hoisted(() => ({
  readPushState: vi.fn<() => Promise<PushState>>(),
  turnOnPush: vi.fn<(userId: string) => Promise<PushState>>(),
  turnOffPush: vi.fn<() => Promise<void>>(),
}))
vi.mock('#features/messages/push.ts', () => push)

type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
let stored: NoticeSettings
let devices: PushDevice[]
/** The response to a write; undefined for a success. */
let refuse: (request: Sent) => Response | undefined | Promise<Response | undefined>

beforeEach(() => {
  sent = []
  stored = defaultNoticeSettings
  devices = []
  refuse = () => undefined
  push.readPushState.mockReset().mockResolvedValue('off')
  push.turnOnPush.mockReset()
  push.turnOffPush.mockReset()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(path === '/api/me/push-subscriptions' ? devices : stored)
    const request = { method, path, body: body ? (JSON.parse(String(body)) as object) : null }
    sent.push(request)
    const refusal = await refuse(request)
    if (refusal) return refusal
    if (path.startsWith('/api/me/push-subscriptions/')) {
      devices = devices.filter(({ id }) => !path.endsWith(id))
      return new Response(null, { status: 204 })
    }
    if (method === 'PUT') stored = { ...stored, ...request.body }
    if (path === '/api/me/email/verify') stored = { ...stored, email: 'ros@example.com', emailVerified: true }
    if (method === 'DELETE') stored = { ...stored, email: null, emailVerified: false }
    if (path === '/api/me/email') return new Response(null, { status: method === 'POST' ? 202 : 204 })
    return Response.json(stored)
  })
})
afterEach(() => {
  dismissToast()
  vi.unstubAllGlobals()
})

const show = (settings: Partial<NoticeSettings> = {}, savingDisabled: string | null = null) => {
  stored = { ...stored, ...settings }
  return renderPage(<NoticeSettingsPage />, {
    savingDisabled,
    cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [] }]],
  })
}
const aDevice = (id: string, device: string) => ({ id, device, createdAt: '2027-03-01T12:00:00.000Z' })
/** Settings of a member whom pushes and mails reach. */
const showReachable = (savingDisabled: string | null = null) => {
  devices = [aDevice('0190c000-0000-7000-8000-000000000002', 'Safari on iPhone')]
  return show({ email: 'ros@example.com', emailVerified: true }, savingDisabled)
}
const group = async (name: string) => within(await screen.findByRole('group', { name: new RegExp(`^${name}`) }))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the ways of each group', () => {
  it('at first, push and email are on for each group of notices except band news, and texts are offered for changes only', async () => {
    await showReachable()
    const chosen = async (name: string) =>
      (await group(name)).getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)
    expect(await chosen('Asked of me')).toEqual([true, true])
    expect(await chosen('Changes')).toEqual([true, true, false])
    expect(await chosen('Band news')).toEqual([false, false])
    expect((await group('Changes')).getByText(/events within 48 hours that are moved or cancelled/)).toBeTruthy()
  })

  it('a checkbox of a group changes before the server has responded, and two changes are sent one after the other', async () => {
    let respond = () => undefined as void
    refuse = () => new Promise((resolve) => (respond = () => resolve(undefined)))
    await showReachable()
    const news = await group('Band news')
    const push = news.getByRole<HTMLInputElement>('checkbox', { name: 'Push' })
    fireEvent.click(push)
    await waitFor(() => expect([push.checked, sent.length, stored.groups.news.push]).toEqual([true, 1, false]))
    const email = news.getByRole<HTMLInputElement>('checkbox', { name: 'Email' })
    fireEvent.click(email)
    await waitFor(() => expect([email.checked, sent.length]).toEqual([true, 1]))
    refuse = () => undefined
    respond()
    await waitFor(() => expect(stored.groups.news).toEqual({ push: true, email: true, sms: false }))
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: 2 }, () => 'PUT /api/me/notice-settings'),
    )
  })

  it('a checkbox of a group returns to its earlier state if the server refuses the change, and a toast says that nothing was saved', async () => {
    let respond = () => undefined as void
    const refusal = Response.json({ code: 'failed', message: 'Something went wrong' }, { status: 500 })
    refuse = () => new Promise((resolve) => (respond = () => resolve(refusal)))
    await showReachable()
    const box = (await group('Asked of me')).getByRole<HTMLInputElement>('checkbox', { name: 'Email' })
    fireEvent.click(box)
    await waitFor(() => expect([box.checked, sent.length]).toEqual([false, 1]))
    respond()
    await waitFor(() => expect(readCurrentToast()?.title).toBe('Your notice settings were not saved'))
    expect(box.checked).toBe(true)
  })

  it('without a connection a press on a checkbox of a group changes nothing, sends nothing and shows a toast', async () => {
    await showReachable('No connection')
    const box = (await group('Asked of me')).getByRole<HTMLInputElement>('checkbox', { name: 'Email' })
    fireEvent.click(box)
    expect([sent, box.checked, readCurrentToast()?.title]).toEqual([[], true, 'No connection'])
  })
})

it('the reminder on the morning of a gig can be turned off', async () => {
  await show()
  fireEvent.click(await screen.findByRole('switch', { name: /morning of a gig/ }))
  await waitFor(() => expect(stored.reminders).toEqual({ eveningBefore: true, gigMorning: false }))
})

describe('push messages of this device', () => {
  it.each<[PushState, string, string | null]>([
    ['on', 'This device gets push messages', 'Turn off'],
    ['off', 'This device gets no push messages', 'Turn on'],
    ['denied', 'Your browser blocks notifications from Gaffer', null],
    ['home-screen', 'Add Gaffer to your home screen first', null],
    ['unsupported', 'This browser has no push messages', null],
  ])('in the push state "%s" the page says "%s" with the button %j', async (state, sentence, button) => {
    push.readPushState.mockResolvedValue(state)
    await show()
    expect(await screen.findByText(sentence)).toBeTruthy()
    const section = within(screen.getByRole('region', { name: 'This device' }))
    const buttons = section.queryAllByRole('button').map(({ textContent }) => textContent)
    expect(buttons).toEqual(button === null ? [] : [button])
    expect(push.turnOnPush).not.toHaveBeenCalled()
  })

  it('push messages of this device are turned on by a press, and the page shows the new state', async () => {
    push.turnOnPush.mockImplementation(async () => {
      push.readPushState.mockResolvedValue('on')
      return 'on'
    })
    await show()
    await press('Turn on')
    expect(await screen.findByText('This device gets push messages')).toBeTruthy()
    expect(push.turnOnPush).toHaveBeenCalledExactlyOnceWith(aUser().id)
    expect(readCurrentToast()?.title).toBe('Push messages are on')
  })

  it('a failure to turn push messages on is shown in a toast', async () => {
    push.turnOnPush.mockRejectedValue(new DOMException('Registration failed', 'AbortError'))
    await show()
    await press('Turn on')
    await waitFor(() => expect(readCurrentToast()?.title).toBe('Push messages could not be turned on'))
  })

  it('push messages of this device are turned off by a press', async () => {
    push.readPushState.mockResolvedValue('on')
    push.turnOffPush.mockImplementation(async () => void push.readPushState.mockResolvedValue('off'))
    await show()
    await press('Turn off')
    expect(await screen.findByText('This device gets no push messages')).toBeTruthy()
  })
})

describe('the other devices with push messages', () => {
  const [own, phone] = ['0190c000-0000-7000-8000-000000000001', '0190c000-0000-7000-8000-000000000002']

  it('the section "Other devices" leaves out this device, and push messages of another device are turned off after a confirmation', async () => {
    const registration = { userId: aUser().id, subscriptionId: own, endpoint: 'https://push.example/1' }
    vi.stubGlobal('caches', { open: async () => ({ match: async () => Response.json(registration) }) })
    devices = [aDevice(own, 'Chrome on Linux'), aDevice(phone, 'Safari on iPhone')]
    await show()
    await press('Turn off Safari on iPhone')
    expect(screen.queryByText('Chrome on Linux')).toBeNull()
    const question = await screen.findByRole('alertdialog', { name: 'Turn off push messages on Safari on iPhone?' })
    // The dialog ignores presses for its first 500 ms.
    await new Promise((resolve) => setTimeout(resolve, 600))
    fireEvent.click(within(question).getByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(readCurrentToast()?.title).toBe('Push messages are off on Safari on iPhone'))
    expect(sent).toEqual([{ method: 'DELETE', path: `/api/me/push-subscriptions/${phone}`, body: null }])
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Other devices' })).toBeNull())
  })

  it('the section "Other devices" is not shown without other devices', async () => {
    await show()
    await screen.findByRole('switch', { name: /morning of a gig/ })
    expect(screen.queryByRole('heading', { name: 'Other devices' })).toBeNull()
  })
})

describe('the email address', () => {
  it('the email address is entered and verified by the code that was sent to it', async () => {
    await show()
    await screen.findByLabelText('Your email address')
    enter('Your email address', ' ros@example.com ')
    await press('Send code')
    expect(await screen.findByText('ros@example.com')).toBeTruthy()
    enter('Verification code', '123456')
    expect(await screen.findByText('Verified')).toBeTruthy()
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/me/email', { email: 'ros@example.com' }],
      ['/api/me/email/verify', { code: '123456' }],
    ])
  })

  it('an empty email address shows an error and is not sent', async () => {
    await show()
    await press('Send code')
    expect(await screen.findByText('Invalid email')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('a wrong verification code shows the message of the server and clears the field', async () => {
    const message = 'Please check your code and try again'
    refuse = ({ path }) =>
      path.endsWith('/verify') ? Response.json({ code: 'invalid_input', message }, { status: 400 }) : undefined
    await show({ email: 'ros@example.com' })
    await screen.findByLabelText('Verification code')
    enter('Verification code', '000000')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Verification code').value).toBe('')
  })

  it('"Send a new code" is enabled when the page opens; after a press it is disabled and says "New code in 30 s"', async () => {
    await show({ email: 'ros@example.com' })
    await press('Send a new code')
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'New code in 30 s' })
    expect(waiting.disabled).toBe(true)
  })

  it('a change of a verified email address can be cancelled', async () => {
    await show({ email: 'ros@example.com', emailVerified: true })
    await press('Change')
    await press('Keep the old one')
    expect(await screen.findByText('Verified')).toBeTruthy()
  })

  it('the email section shows the problem of the address, such as returned mail', async () => {
    await show({ email: 'ros@example.com', emailVerified: true, emailProblem: 'Mail to this address came back.' })
    expect(await screen.findByText('Mail to this address came back.')).toBeTruthy()
  })

  it('the email address is removed after a confirmation', async () => {
    await show({ email: 'ros@example.com', emailVerified: true })
    await press('Remove')
    const question = await screen.findByRole('alertdialog', { name: 'Remove ros@example.com?' })
    // The dialog ignores presses for its first 500 ms.
    await new Promise((resolve) => setTimeout(resolve, 600))
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(stored.email).toBeNull())
    expect(await screen.findByLabelText('Your email address')).toBeTruthy()
  })
})
