// How notices reach the signed-in user: ways of each group, reminders, and the address for mails.

import type { NoticeSettings, NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointMutationOptions, useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { NoticeSettings, NoticeSettingsInput }

const settingsQuery = endpointQueryOptions('GET /api/me/notice-settings')
const changeKey = ['change notice settings']

/** The stored settings with the pending changes applied. */
export function useOptimisticNoticeSettings() {
  const { data, error, refetch, isFetching } = useQuery(settingsQuery)
  const changes = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as NoticeSettingsInput,
  })
  const settings = useMemo(() => data && Object.assign({}, data, ...changes), [data, changes])
  return { data: settings as NoticeSettings | undefined, error, refetch, isFetching }
}

export function useChangeNoticeSettings() {
  const mutation = endpointMutationOptions(useQueryClient(), 'PUT /api/me/notice-settings', {
    changes: 'notices',
    input: (body: NoticeSettingsInput) => ({ body }),
  })
  // Changes are sent one after the other, because each sends a whole part of the settings.
  return useMutation({ ...mutation, mutationKey: changeKey, scope: { id: 'notice settings' } })
}

/** Sends a code to an address. The server uses the address for mails once its code is verified. */
export function useSendEmailCode() {
  return useEndpointMutation('POST /api/me/email', {
    changes: 'notices',
    input: (email: string) => ({ body: { email } }),
  })
}

export function useVerifyEmailCode() {
  return useEndpointMutation('POST /api/me/email/verify', {
    changes: 'notices',
    input: (code: string) => ({ body: { code } }),
    onSuccess: (settings, client) => client.setQueryData(settingsQuery.queryKey, settings),
  })
}

export function useDeleteEmail() {
  return useEndpointMutation('DELETE /api/me/email', { changes: 'notices', input: () => ({}), isDoneIfNotFound: true })
}
