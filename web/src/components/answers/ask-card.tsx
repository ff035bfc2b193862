// The three buttons for an event that waits for the member's answer. They stay after the answer, so that it can be changed.

import type { Event } from '@gaffer/domain/event'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '#api/me.ts'
import { useNow } from '#components/use-now.ts'
import { isAnswerDue } from './format-answers.ts'

// Loaded on demand, because most events wait for no answer.
const Ask = lazy(async () => ({ default: (await import('./ask.tsx')).Ask }))

type Props = { event: Event; className?: string }

/** Needs the event's id as key: the state belongs to one event. */
export function AskCard({ event, className }: Props) {
  const { data: me } = useMe()
  const now = new Date(useNow())
  const [wasDue] = useState(() => isAnswerDue(event, now))
  const membership = me?.bands.find(({ bandId }) => bandId === event.bandId)
  if (!membership || !(wasDue || isAnswerDue(event, now))) return null
  return (
    <div className={className}>
      <Suspense fallback={<div className="h-14" />}>
        <Ask event={event} membership={membership} />
      </Suspense>
    </div>
  )
}
