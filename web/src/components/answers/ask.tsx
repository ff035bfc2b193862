import { answerRefusal } from '@gaffer/domain/answer-refusal'
import type { Event } from '@gaffer/domain/event'
import type { OwnMembership } from '#api/me.ts'
import { eventName } from '#components/format-event.ts'
import { useNow } from '#components/use-now.ts'
import { AnswerControl } from './answer-control.tsx'
import { useAnswer } from './use-answer.tsx'

type Props = { event: Event; membership: OwnMembership }

export function Ask({ event, membership }: Props) {
  const { answerOwn, awayQuestion } = useAnswer(event, membership)
  const now = useNow()
  return (
    <>
      <AnswerControl
        label={`Your answer to ${eventName(event)}`}
        value={event.myAnswer}
        disabledReason={answerRefusal(event, new Date(now))}
        onChoose={(answer) => void answerOwn(answer)}
      />
      {awayQuestion}
    </>
  )
}
