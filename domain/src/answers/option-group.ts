import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { BandEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { AnswerInput, MemberAnswer } from './answer.ts'

/** The options that are not deleted, by date, and every active member's answer to each, in the order of the member list. */
export const OptionGroup = z.strictObject({
  events: z.array(BandEvent),
  answers: z.array(z.strictObject({ eventId: Id, answers: z.array(MemberAnswer) })),
})
export type OptionGroup = z.infer<typeof OptionGroup>

/** The answers of one member to several options. An option that is left out keeps its answer. */
export const OptionAnswersInput = z.strictObject({
  answers: z.array(z.extend(AnswerInput, { eventId: Id })).check(
    z.minLength(1, eventMessages.optionAnswersCount),
    z.maxLength(limits.mostOptions, eventMessages.optionAnswersCount),
    z.refine(
      (answers) => new Set(answers.map(({ eventId }) => eventId)).size === answers.length,
      eventMessages.optionAnsweredTwice,
    ),
  ),
})
export type OptionAnswersInput = z.input<typeof OptionAnswersInput>
export type ParsedOptionAnswers = z.output<typeof OptionAnswersInput>
