// Shown in place of an event or an option group that does not exist or that the user may not see.

import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useNavigate } from '@tanstack/react-router'
import { CalendarX2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

type Props = { heading: string; title: string; text: string }

export function AbsentEvent(props: Props) {
  return <AbsentNotice {...props} to="/calendar" label="Go to the calendar" />
}

/** Shown for a link to an event of a band that the user is not a member of. */
export function EventOfOtherBand({ heading }: Pick<Props, 'heading'>) {
  return (
    <AbsentNotice heading={heading} {...eventMessages.eventPageNotMember} to="/dashboard" label="Go to the dashboard" />
  )
}

function AbsentNotice({ heading, title, text, to, label }: Props & { to: '/calendar' | '/dashboard'; label: string }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={heading} />
      <EmptyState
        icon={<CalendarX2 aria-hidden="true" className="size-10" />}
        title={title}
        text={text}
        action={<Button onClick={() => void navigate({ to })}>{label}</Button>}
      />
    </>
  )
}
