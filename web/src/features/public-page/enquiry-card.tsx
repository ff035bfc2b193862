import { isUndecidedEnquiry, type Enquiry, type EnquiryStatus } from '@gaffer/domain/public-page/enquiry'
import { dayInWords, formatDayInLondon } from '@gaffer/domain/shared/dates'
import { Link } from '@tanstack/react-router'
import { ConflictWarning } from '#features/clashes/conflict-warning.tsx'
import { useToday } from '#lib/use-now.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { showToast } from '#ui/toast-store.ts'

const statusLabels: Record<EnquiryStatus, string> = {
  new: 'New',
  answered: 'Answered',
  pencilled: 'Pencilled',
  declined: 'Declined',
}

type Props = { bandId: string; bandName: string; enquiry: Enquiry }

export function EnquiryCard({ bandId, bandName, enquiry }: Props) {
  const { id, name, email, occasion, place, text, status, receivedAt, eventIds, version } = enquiry
  const change = useChange('PATCH /api/bands/:bandId/enquiries/:enquiryId', {
    changes: 'enquiries',
    failure: { title: 'Not changed' },
    input: (next: EnquiryStatus) => ({ params: { bandId, enquiryId: id }, body: { status: next }, version }),
  })
  const pencilEnquiry = useChange('POST /api/bands/:bandId/enquiries/:enquiryId/pencil', {
    changes: 'events',
    failure: { title: 'Not pencilled' },
    input: (idempotencyKey: string) => ({ params: { bandId, enquiryId: id }, idempotencyKey }),
  })
  const today = useToday()
  const isOpen = isUndecidedEnquiry(status)
  const [first] = eventIds
  const hasDatesLeft = enquiry.dates.some((date) => date >= today)

  async function pencilDates() {
    const done = await pencilEnquiry.send(generateIdempotencyKey())
    if (done)
      showToast({ title: done.reply.events.length === 1 ? 'Pencilled' : `${done.reply.events.length} dates pencilled` })
  }

  return (
    <Card as="section" aria-labelledby={`enquiry-${id}`} className="grid grid-cols-1 gap-4 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={`enquiry-${id}`} className="text-lg font-bold break-words">
          {occasion}
        </h3>
        <Badge>{statusLabels[status]}</Badge>
      </div>
      <p className="-mt-3 text-sm break-words text-muted">
        {name} · <span className="break-all">{email}</span> · {formatDayInLondon(receivedAt)}
      </p>
      {place && <p className="break-words">{place}</p>}
      <p className="break-words whitespace-pre-line">{text}</p>
      <ul className="grid grid-cols-1 gap-3">
        {enquiry.dates.map((date) => (
          <li key={date} className="grid grid-cols-1 gap-1.5">
            <span className="font-semibold">
              {dayInWords(date)} {date.slice(0, 4)}
            </span>
            {isOpen && <ConflictWarning bandId={bandId} request={gigFormStateOn(date)} isAsking={false} />}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {isOpen && hasDatesLeft && (
          <Button saves isBusy={pencilEnquiry.isPending} onClick={() => void pencilDates()}>
            Pencil it
          </Button>
        )}
        {first && (
          <Link
            to="/bands/$bandId/events/$eventId"
            params={{ bandId, eventId: first }}
            className={buttonClassNameFor({ variant: 'secondary' })}
          >
            Open the event
          </Link>
        )}
        <a
          href={makeReplyMailto(enquiry, bandName)}
          className={buttonClassNameFor({ variant: 'secondary' })}
          onClick={() => status === 'new' && change.mutate('answered')}
        >
          Answer
        </a>
        {isOpen ? (
          <Button variant="secondary" saves isBusy={change.isPending} onClick={() => change.mutate('declined')}>
            Decline
          </Button>
        ) : (
          status === 'declined' && (
            <Button variant="quiet" saves isBusy={change.isPending} onClick={() => change.mutate('new')}>
              Open again
            </Button>
          )
        )}
      </div>
    </Card>
  )
}

function gigFormStateOn(date: string) {
  const noTimes = { endDate: null, startTime: null, endTime: null }
  return { date, ...noTimes, type: 'gig' as const, membershipId: null, excludeEventId: null }
}

/** A mailto link that opens a reply to the enquiry, with its first lines, in the member's mail program. */
export function makeReplyMailto({ name, email, occasion, dates }: Enquiry, bandName: string): string {
  const when = dates.map((date) => `${dayInWords(date)} ${date.slice(0, 4)}`).join(', ')
  const subject = `${bandName}: ${occasion}`
  const body = [
    `Hello ${name},`,
    `Thank you for asking us to play. You wrote about ${when}.`,
    '',
    `Best wishes,\n${bandName}`,
  ].join('\n\n')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
