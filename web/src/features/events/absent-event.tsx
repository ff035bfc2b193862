// In place of an event, or of the dates of an enquiry, that the user cannot see.

import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useNavigate } from '@tanstack/react-router'
import { CalendarX2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

type Props = { heading: string; title: string; text: string }

export function AbsentEvent(props: Props) {
  return <Absent {...props} to="/calendar" label="Go to the calendar" />
}

/** For a link to a band of which the user is no member. */
export function EventOfOtherBand({ heading }: Pick<Props, 'heading'>) {
  return <Absent heading={heading} {...eventMessages.eventPageNotMember} to="/dashboard" label="Go to the dashboard" />
}

function Absent({ heading, title, text, to, label }: Props & { to: '/calendar' | '/dashboard'; label: string }) {
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
