import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/toast-store.ts'
import { readPushRegistration } from '#features/messages/push-subscription.ts'
import { readPushState, turnOffPush, turnOnPush, type PushState } from '#features/messages/push.ts'
import { useChange } from '#offline/use-change.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'

export type { PushState }

const devicesEndpoint = 'GET /api/me/push-subscriptions'
const pushStateKeyOf = (userId: string) => ['push state', userId]

/** The state of push messages on this device. Refetched on window focus, because the browser's settings may have changed the permission. */
export function usePushState(userId: string): PushState | undefined {
  return useQuery({
    queryKey: pushStateKeyOf(userId),
    queryFn: () => readPushState(userId),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  }).data
}

export function useTurnOnPush(userId: string) {
  return useMutation({
    mutationFn: () => turnOnPush(userId),
    onSuccess: (state) => state === 'on' && showToast(noticeMessages.pushOn),
    onSettled: useInvalidatePushState(userId),
    meta: { failure: noticeMessages.pushNotOn },
  })
}

export function useTurnOffPush(userId: string) {
  return useMutation({
    mutationFn: () => turnOffPush(),
    onSuccess: () => showToast({ title: noticeMessages.pushOff }),
    onSettled: useInvalidatePushState(userId),
    meta: { failure: { title: noticeMessages.pushNotOff } },
  })
}

/** The devices with push messages. Uncached, because other devices change the list without a change notification. */
export function usePushDevices() {
  return useEndpoint(devicesEndpoint, {}, { staleTime: 0, gcTime: 0 })
}

export function useOtherPushDevices(userId: string) {
  const query = usePushDevices()
  const { data: own } = useQuery({
    queryKey: [...pushStateKeyOf(userId), 'registration'],
    queryFn: readPushRegistration,
    staleTime: 0,
  })
  const devices = own === undefined ? undefined : query.data?.filter(({ id }) => id !== own?.subscriptionId)
  return { ...query, data: devices }
}

export function useRemovePushDevice() {
  return useChange('DELETE /api/me/push-subscriptions/:subscriptionId', {
    changes: 'nothing',
    failure: { title: 'Push messages are still on there' },
    input: (subscriptionId: string) => ({ params: { subscriptionId } }),
    invalidates: [devicesEndpoint],
    isDoneIfNotFound: true,
  })
}

function useInvalidatePushState(userId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: pushStateKeyOf(userId) }),
      client.invalidateQueries({ queryKey: queryKeyOf(devicesEndpoint) }),
    ])
}
