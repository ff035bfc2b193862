// Answers to several options of an enquiry are one change, which waits without a network.

import { optionMessages } from '@gaffer/domain/events/option-messages'
import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import { eventName } from '#features/events/format-event.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import type { OptionAnswers } from '#features/answers/apply-answers.ts'
import '#features/answers/apply-answers.ts'

export type OptionGroupKey = { bandId: string; optionGroupId: string }

/** Sends answers to some of the options in one request. Resolves to null after a failure, which is shown. */
export function useAnswerOptions(params: OptionGroupKey, group: OptionGroup) {
  const { send } = useChange('PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId', {
    changes: 'events',
    failure: { title: optionMessages.answersNotSaved },
    input: ({ membershipId, answers, idempotencyKey }: OptionAnswers & { idempotencyKey: string }) => ({
      params: { ...params, membershipId },
      body: { answers },
      idempotencyKey,
    }),
    keep: () => ({
      about: { id: params.optionGroupId, name: group.events[0] ? eventName(group.events[0]) : '' },
      reply: group,
    }),
  })
  return (given: OptionAnswers) => send({ ...given, idempotencyKey: generateIdempotencyKey() })
}
