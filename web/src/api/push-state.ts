import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readPushState, turnOffPush, turnOnPush, type PushState } from '#lib/push.ts'

export type { PushState }

const keyOf = (userId: string) => ['push state', userId]

/** Whether this device gets push messages. Read again when the page is shown: the permission is changed in the browser's settings. */
export function usePushState(userId: string): PushState | undefined {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => readPushState(userId),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  }).data
}

export function useTurnOnPush(userId: string) {
  return useMutation({ mutationFn: () => turnOnPush(userId), onSettled: useInvalidate(userId) })
}

export function useTurnOffPush(userId: string) {
  return useMutation({ mutationFn: () => turnOffPush(), onSettled: useInvalidate(userId) })
}

function useInvalidate(userId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(userId) })
}
