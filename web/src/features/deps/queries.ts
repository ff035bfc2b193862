// The dep book of a band, requests to deps for a gig, and the link in the texts to a dep.

import type { Dep, DepInput, DepRequest, DepRequestInput } from '@gaffer/domain/deps/dep'
import type { DepAnswer } from '@gaffer/domain/deps/dep-link'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hasErrorCode } from '#lib/api-error.ts'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { endpointPathOf } from '#lib/request.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { Dep, DepRequest }

export function useDeps(bandId: string, { enabled = true } = {}) {
  return useQuery({ ...endpointQueryOptions('GET /api/bands/:bandId/deps', { params: { bandId } }), enabled })
}

export function useAddDep(bandId: string) {
  return useEndpointMutation('POST /api/bands/:bandId/deps', {
    changes: 'deps',
    input: ({ body, idempotencyKey }: { body: DepInput; idempotencyKey: string }) => ({
      params: { bandId },
      body,
      idempotencyKey,
    }),
  })
}

export function useChangeDep(bandId: string) {
  return useEndpointMutation('PATCH /api/bands/:bandId/deps/:depId', {
    changes: 'deps',
    input: ({ depId, body }: { depId: string; body: DepInput }) => ({ params: { bandId, depId }, body }),
  })
}

export function useDeleteDep(bandId: string) {
  return useEndpointMutation('DELETE /api/bands/:bandId/deps/:depId', {
    changes: 'deps',
    isDoneIfNotFound: true,
    input: (depId: string) => ({ params: { bandId, depId } }),
  })
}

/** The requests for a gig, the oldest first. */
export function useDepRequests(params: EventPathParams) {
  return useQuery(endpointQueryOptions('GET /api/bands/:bandId/events/:eventId/dep-requests', { params }))
}

export function useAddDepRequest(params: EventPathParams) {
  return useEndpointMutation('POST /api/bands/:bandId/events/:eventId/dep-requests', {
    changes: 'deps',
    input: ({ body, idempotencyKey }: { body: DepRequestInput; idempotencyKey: string }) => ({
      params,
      body,
      idempotencyKey,
    }),
  })
}

/** Withdraws the request, or releases the dep who said yes. */
export function useDeleteDepRequest(params: EventPathParams) {
  return useEndpointMutation('DELETE /api/bands/:bandId/events/:eventId/dep-requests/:requestId', {
    changes: 'deps',
    isDoneIfNotFound: true,
    input: (requestId: string) => ({ params: { ...params, requestId } }),
  })
}

const depLinkQuery = (token: string) => endpointQueryOptions('GET /api/dep-links/:token', { params: { token } })

export function useDepLink(token: string) {
  return useQuery(depLinkQuery(token))
}

/** The address of the gig's calendar file, for a dep who said yes. */
export function depCalendarPathOf(token: string): string {
  return endpointPathOf('GET /dep/:token.ics', { params: { token } })
}

/** Answers as the dep, and refetches the dep link: its state changes with the answer, or because another dep was faster. */
export function useAnswerByDepLink(token: string) {
  const client = useQueryClient()
  const { queryKey } = depLinkQuery(token)
  const { mutateAsync, isPending } = useEndpointMutation('POST /api/dep-links/:token', {
    changes: 'deps',
    input: (answer: DepAnswer) => ({ params: { token }, body: { answer } }),
    onSuccess: (link) => client.setQueryData(queryKey, link),
  })
  async function answer(value: DepAnswer): Promise<void> {
    try {
      await mutateAsync(value)
    } catch (error) {
      if (!hasErrorCode(error, 'covered', 'conflict', 'not_found')) throw error
      await client.invalidateQueries({ queryKey })
    }
  }
  return { answer, isPending }
}

export function useDeleteDepByLink(token: string) {
  return useEndpointMutation('DELETE /api/dep-links/:token', {
    changes: 'deps',
    isDoneIfNotFound: true,
    input: () => ({ params: { token } }),
  })
}
