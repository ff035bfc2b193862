import { defaultNoticeSettings, type NoticeSettings } from '@gaffer/domain/notices/notice'
import type { PushDevice } from '@gaffer/domain/notices/push-subscription'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import type { PushState } from '#features/messages/push.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast } from '#ui/toast-store.ts'
import { NoticeSettingsPage } from './notice-settings-page.tsx'
// Imported ahead: on a busy machine, loading it with the first response takes longer than `waitFor` waits.
import '#lib/check-response.ts'

const push = vi.hoisted(() => ({
  readPushState: vi.fn<() => Promise<PushState>>(),
  turnOnPush: vi.fn<(userId: string) => Promise<PushState>>(),
}))
vi.mock('#features/messages/push.ts', () => push)

const phone: PushDevice = {
  id: '0190c000-0000-7000-8000-000000000002',
  device: 'Safari on iPhone',
  createdAt: '2027-03-01T12:00:00.000Z',
}
let devices: PushDevice[]
let writes: string[]

beforeEach(() => {
  devices = []
  writes = []
  push.readPushState.mockReset().mockResolvedValue('off')
  push.turnOnPush.mockReset()
})
afterEach(() => {
  dismissToast()
  vi.unstubAllGlobals()
})

function show(settings: Partial<NoticeSettings> = {}) {
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') writes.push(`${method} ${path}`)
    return Response.json(path === '/api/me/push-subscriptions' ? devices : { ...defaultNoticeSettings, ...settings })
  })
  return renderPage(<NoticeSettingsPage />, { cached: [[meQueryOptions.queryKey, { user: aUser(), bands: [] }]] })
}
const group = async (name: string) => within(await screen.findByRole('group', { name: new RegExp(`^${name}`) }))

describe('a way that cannot reach the member', () => {
  const checkboxLabelsIn = async (name: string) =>
    (await group(name)).getAllByRole<HTMLInputElement>('checkbox').map((box) => box.parentElement?.textContent)

  it('push without a device and email without an address have no checkbox, and "Turn on push" and "Turn on email" move the focus to the section that sets them up', async () => {
    await show()
    const asked = await group('Asked of me')
    expect(asked.queryAllByRole('checkbox')).toEqual([])
    fireEvent.click(asked.getByRole('button', { name: 'Turn on push' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn on' }))
    fireEvent.click(asked.getByRole('button', { name: 'Turn on email' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Your email address'))
    expect(writes).toEqual([])
    expect(await checkboxLabelsIn('Changes')).toEqual(['Text'])
  })

  it.each([
    ['is not verified', { email: 'ros@example.com', emailVerified: false }],
    ['bounced', { email: 'ros@example.com', emailVerified: true, emailProblem: 'Mail to this address came back.' }],
  ])('email with an address that %s has no checkbox', async (_, settings) => {
    devices = [phone]
    await show(settings)
    expect(await checkboxLabelsIn('Asked of me')).toEqual(['Push'])
  })

  it('"Turn on push" in a browser that blocks notifications focuses the section with the text "Your browser blocks notifications"', async () => {
    push.readPushState.mockResolvedValue('denied')
    await show()
    await screen.findByText('Your browser blocks notifications from Gaffer')
    fireEvent.click((await group('Asked of me')).getByRole('button', { name: 'Turn on push' }))
    expect(document.activeElement?.textContent).toContain('Your browser blocks notifications')
  })

  it('after push messages are turned on, the checkbox "Push" of a group has the stored choice, and no setting is saved', async () => {
    push.turnOnPush.mockImplementation(async () => {
      devices = [phone]
      return 'on'
    })
    await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
    await waitFor(async () => expect(await checkboxLabelsIn('Asked of me')).toEqual(['Push']))
    const box = (await group('Asked of me')).getByRole<HTMLInputElement>('checkbox', { name: 'Push' })
    expect([box.checked, writes]).toEqual([true, []])
  })
})
