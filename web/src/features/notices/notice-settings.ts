// The requests of the notice settings: the channels of each group of notices, the reminders, and the email address.

import type { NoticeSettings, NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { useChange } from '#offline/use-change.ts'
import { applyNoticeSettings } from './apply-notice-settings.ts'

export type { NoticeSettings, NoticeSettingsInput }

const noticeSettingsQuery = endpointQueryOptions('GET /api/me/notice-settings')

/** Changes the notice settings, with an optimistic update. `shown` are the settings on screen. */
export function useChangeNoticeSettings(shown: NoticeSettings) {
  return useChange('PUT /api/me/notice-settings', {
    changes: 'notices',
    failure: { title: noticeMessages.noticeSettingsNotSaved },
    input: (body: NoticeSettingsInput) => ({ body }),
    keep: (body) => ({ about: { id: 'notice-settings', name: '' }, reply: applyNoticeSettings(shown, body) }),
  })
}

export function useVerifyEmailCode() {
  return useChange('POST /api/me/email/verify', {
    changes: 'notices',
    failure: null,
    input: (code: string) => ({ body: { code } }),
    onSuccess: (settings, client) => client.setQueryData(noticeSettingsQuery.queryKey, settings),
  })
}
