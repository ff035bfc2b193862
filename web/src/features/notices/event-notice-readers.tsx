// Which members have seen the last notice about an event. Renders nothing while the event has no notice.

import type { EventNoticeRecipient } from '@gaffer/domain/notices/notice'
import { Eye } from 'lucide-react'
import { useEventNoticeRecipients } from './queries.ts'

/** `membershipId` is the user's own membership, which the list leaves out. */
type Props = { bandId: string; eventId: string; membershipId: string }

export function EventNoticeReaders({ bandId, eventId, membershipId }: Props) {
  const { data = [] } = useEventNoticeRecipients(bandId, eventId)
  const text = formatNoticeReaders(data.filter((reader) => reader.membershipId !== membershipId))
  if (text === null) return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}

/** Lists who has seen a notice: "Seen by Mags, Priya · not yet Kit"; null for an empty list. */
export function formatNoticeReaders(readers: readonly EventNoticeRecipient[]): string | null {
  const namesOf = (isSeen: boolean) =>
    readers
      .filter(({ readAt }) => (readAt !== null) === isSeen)
      .map(({ displayName }) => displayName)
      .join(', ')
  const [seen, unseen] = [namesOf(true), namesOf(false)]
  if (seen && unseen) return `Seen by ${seen} · not yet ${unseen}`
  if (seen) return `Seen by ${seen}`
  return unseen ? `Not seen yet by ${unseen}` : null
}
