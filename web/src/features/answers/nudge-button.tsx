// The button that reminds the members who still have to answer, and the time of the last reminder.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { BellRing } from 'lucide-react'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'

type NudgeProps = { event: Pick<CalendarEntry, 'id' | 'nudgedAt'>; bandId: string; missing: readonly MemberAnswer[] }

export function NudgeButton({ event, bandId, missing }: NudgeProps) {
  const nudge = useChange('POST /api/bands/:bandId/events/:eventId/nudge', {
    changes: 'events',
    failure: { title: eventMessages.membersNotReminded },
  })
  if (missing.length === 0) return null

  async function sendReminder() {
    const done = await nudge.send({ params: { bandId, eventId: event.id } })
    if (done) showToast({ title: eventMessages.membersReminded(done.reply.nudged) })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="secondary"
        size="sm"
        className="max-w-full min-w-0"
        saves
        isBusy={nudge.isPending}
        onClick={() => void sendReminder()}
      >
        <BellRing aria-hidden="true" className="size-5" />
        Remind {missing.length === 1 ? '1 member' : `${missing.length} members`}
      </Button>
      {event.nudgedAt !== null && (
        <p className="text-sm text-muted">Last reminded {formatRelativeTime(Date.parse(event.nudgedAt))}</p>
      )}
    </div>
  )
}
