import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import type { AnswerValue, CalendarEntry } from '@gaffer/domain/events/event'
import { useEffect, useState } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import { eventName } from '#features/events/format-event.ts'
import { useNowMs } from '#lib/use-now.ts'
import { AnswerControl } from './answer-control.tsx'
import { useAnswerActions } from './use-answer-actions.tsx'

type Props = {
  event: CalendarEntry
  membership: OwnMembership
  /** Called with true while an answer is sent or the days-away dialog is open, otherwise with false, also on mount. Must be memoised. */
  onBusyChange?: ((eventId: string, isBusy: boolean) => void) | undefined
}

export function EventAnswerControl({ event, membership, onBusyChange }: Props) {
  const { answerOwn, awayQuestion } = useAnswerActions(event, membership)
  const [sendingCount, setSendingCount] = useState(0)
  const now = useNowMs()
  const isBusy = sendingCount > 0 || Boolean(awayQuestion)
  useEffect(() => onBusyChange?.(event.id, isBusy), [onBusyChange, event.id, isBusy])

  async function choose(answer: AnswerValue) {
    setSendingCount((count) => count + 1)
    await answerOwn(answer)
    setSendingCount((count) => count - 1)
  }

  return (
    <>
      <AnswerControl
        label={`Your answer to ${eventName(event)}`}
        value={event.myAnswer}
        disabledReason={answerRefusalMessageFor(event, new Date(now))}
        onChoose={(answer) => void choose(answer)}
      />
      {awayQuestion}
    </>
  )
}
