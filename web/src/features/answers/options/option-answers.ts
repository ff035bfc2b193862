// The options of an enquiry with their answers. Answers to several of them are one change, which waits in the outbox without a network.

import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import { optionMessages } from '@gaffer/domain/events/option-messages'
import { useMutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import { eventName } from '#features/events/format-event.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { applyAnswersToOptions, pendingAnswersOf, type OptionAnswers } from './pending-option-answers.ts'

export type OptionGroupKey = { bandId: string; optionGroupId: string }

const read = 'GET /api/bands/:bandId/option-groups/:optionGroupId'
const mutationKeyOf = ({ optionGroupId }: OptionGroupKey) => ['answers to options', optionGroupId]

/** `ownId` is the id of the user's membership. */
export function useOptionGroup(params: OptionGroupKey, ownId: string) {
  const { data, error, refetch, isFetching } = useEndpoint(read, { params })
  const pending = useMutationState({
    filters: { mutationKey: mutationKeyOf(params), status: 'pending' },
    select: ({ state }) => state.variables as SentAnswers,
  })
  const shown = useMemo(
    () =>
      data &&
      applyAnswersToOptions(
        data,
        pending.flatMap((sent) => pendingAnswersOf(sent, ownId, sent.sentAt)),
      ),
    [data, pending, ownId],
  )
  return { data: shown, error, refetch, isFetching }
}

type SentAnswers = OptionAnswers & { idempotencyKey: string; sentAt: string }

/** Sends answers to some options in one request, or keeps them in the outbox. Resolves to null after a failure, which is shown. */
export function useAnswerOptions(params: OptionGroupKey, group: OptionGroup, ownId: string) {
  const { send } = useChange('PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId', {
    changes: 'events',
    failure: { title: optionMessages.answersNotSaved },
    mutationKey: mutationKeyOf(params),
    // The last answer to a date wins.
    scope: { id: `answers to options ${params.optionGroupId}` },
    input: ({ membershipId, answers, idempotencyKey }: SentAnswers) => ({
      params: { ...params, membershipId },
      body: { answers },
      idempotencyKey,
    }),
    keep: (sent) => ({
      about: { id: params.optionGroupId, name: group.events[0] ? eventName(group.events[0]) : '' },
      reply: applyAnswersToOptions(group, pendingAnswersOf(sent, ownId, sent.sentAt)),
    }),
    onSuccess: (reply, client) => client.setQueryData(endpointQueryOptions(read, { params }).queryKey, reply),
  })
  return (given: OptionAnswers) =>
    send({ ...given, idempotencyKey: generateIdempotencyKey(), sentAt: new Date().toISOString() })
}
