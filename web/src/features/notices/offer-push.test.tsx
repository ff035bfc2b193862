import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markConnected, markConnectionLost } from '#lib/connection.ts'
import { readToasts } from '#ui/toast-store.ts'
import { offerPushOnce } from './offer-push.ts'

beforeEach(() => {
  vi.stubGlobal('Notification', { permission: 'default' })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: {} })
})
afterEach(markConnected)

it('offerPushOnce offers nothing while the connection is lost, and offers push messages once after the connection is back', async () => {
  markConnectionLost()
  await offerPushOnce('u1')
  expect(readToasts()).toEqual([])
  markConnected()
  await offerPushOnce('u1')
  await offerPushOnce('u1')
  expect(readToasts().map(({ title }) => title)).toEqual([noticeMessages.pushOffer.title])
})
