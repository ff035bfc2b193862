import { answerRefusalMessageFor } from '@gaffer/domain/answer-refusal'
import type { Event } from '@gaffer/domain/event'
import type { OwnMembership } from '#api/me.ts'
import { eventName } from '#components/format-event.ts'
import { useNowMs } from '#components/use-now.ts'
import { AnswerControl } from './answer-control.tsx'
import { useAnswerActions } from './use-answer-actions.tsx'

type Props = { event: Event; membership: OwnMembership }

export function EventAnswerControl({ event, membership }: Props) {
  const { answerOwn, awayQuestion } = useAnswerActions(event, membership)
  const now = useNowMs()
  return (
    <>
      <AnswerControl
        label={`Your answer to ${eventName(event)}`}
        value={event.myAnswer}
        disabledReason={answerRefusalMessageFor(event, new Date(now))}
        onChoose={(answer) => void answerOwn(answer)}
      />
      {awayQuestion}
    </>
  )
}
