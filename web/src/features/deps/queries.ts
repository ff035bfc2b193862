// The types of deps and dep requests, and the requests of the page behind the link that a dep gets by text.

import type { Dep, DepRequest } from '@gaffer/domain/deps/dep'
import type { DepAnswer } from '@gaffer/domain/deps/dep-link'
import { useQueryClient } from '@tanstack/react-query'
import { hasErrorCode } from '#lib/api-error.ts'
import { endpointPathOf } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { Dep, DepRequest }

const depLinkQueryOptions = (token: string) => endpointQueryOptions('GET /api/dep-links/:token', { params: { token } })

/** The address of the gig's calendar file, for a dep who said yes. */
export function depCalendarPathOf(token: string): string {
  return endpointPathOf('GET /dep/:token.ics', { params: { token } })
}

/** Answers as the dep. If the server refuses the answer, such as after another dep's Yes, the state of the link is refetched. */
export function useAnswerByDepLink(token: string) {
  const client = useQueryClient()
  const { queryKey } = depLinkQueryOptions(token)
  const { mutateAsync, isPending } = useChange('POST /api/dep-links/:token', {
    changes: 'deps',
    failure: null,
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
