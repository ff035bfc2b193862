// How notices reach the signed-in user: ways of each group, reminders, and the address for mails.

import type { NoticeSettings, NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import { useMutationState } from '@tanstack/react-query'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { useMemo } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { NoticeSettings, NoticeSettingsInput }

const settingsQuery = endpointQueryOptions('GET /api/me/notice-settings')
const changeKey = ['change notice settings']

/** The stored settings with the pending changes applied. */
export function useOptimisticNoticeSettings() {
  const { data, error, refetch, isFetching } = useEndpoint('GET /api/me/notice-settings')
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as NoticeSettingsInput,
  })
  const settings = useMemo(() => data && Object.assign({}, data, ...changes), [data, changes])
  return { data: settings as NoticeSettings | undefined, error, refetch, isFetching }
}

export function useChangeNoticeSettings() {
  return useChange('PUT /api/me/notice-settings', {
    changes: 'notices',
    failure: { title: noticeMessages.noticeSettingsNotSaved },
    input: (body: NoticeSettingsInput) => ({ body }),
    mutationKey: changeKey,
    // Changes are sent one after the other, because each sends a whole part of the settings.
    scope: { id: 'notice settings' },
  })
}

export function useVerifyEmailCode() {
  return useChange('POST /api/me/email/verify', {
    changes: 'notices',
    failure: null,
    input: (code: string) => ({ body: { code } }),
    onSuccess: (settings, client) => client.setQueryData(settingsQuery.queryKey, settings),
  })
}
