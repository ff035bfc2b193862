// The three buttons for an event that waits for the member's answer. They stay after it is given, so that it can be changed.

import { answerRefusal } from '@gaffer/domain/answer-refusal'
import type { Event } from '@gaffer/domain/event'
import { useState } from 'react'
import { useMe, type OwnMembership } from '#api/me.ts'
import { eventName } from '#components/format-event.ts'
import { useNow } from '#components/use-now.ts'
import { AnswerControl } from './answer-control.tsx'
import { isAnswerDue } from './format-answers.ts'
import { useAnswer } from './use-answer.tsx'

type Props = { event: Event; className?: string }

/** Give it the event's id as key. */
export function AskCard({ event, className }: Props) {
  const { data: me } = useMe()
  const now = new Date(useNow())
  const [wasDue] = useState(() => isAnswerDue(event, now))
  const membership = me?.bands.find(({ bandId }) => bandId === event.bandId)
  if (!membership || !(wasDue || isAnswerDue(event, now))) return null
  return <Ask event={event} membership={membership} className={className} />
}

function Ask({
  event,
  membership,
  className,
}: {
  event: Event
  membership: OwnMembership
  className: string | undefined
}) {
  const { answerOwn, awayQuestion } = useAnswer(event, membership)
  const now = useNow()
  return (
    <div className={className}>
      <AnswerControl
        label={`Your answer to ${eventName(event)}`}
        value={event.myAnswer}
        disabledReason={answerRefusal(event, new Date(now))}
        onChoose={(answer) => void answerOwn(answer)}
      />
      {awayQuestion}
    </div>
  )
}
