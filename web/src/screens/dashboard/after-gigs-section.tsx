// The tasks after gigs: unpaid fees, and own songs to report. Renders nothing while there is neither.

import { describeUnpaidFees } from '@gaffer/domain/money/unpaid-fees'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { Link } from '@tanstack/react-router'
import { Banknote, ClipboardPenLine } from 'lucide-react'
import { memo } from 'react'
import { formatAge } from '#features/money/format-money.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { cardClassName } from '#ui/card.tsx'

type Props = { bandId: string; today: string }

const rowClassName = 'flex min-h-12 items-center gap-3 px-4 py-1.5 transition-colors hover:bg-lit md:min-h-14 md:py-2'
const iconClassName = 'size-5 shrink-0 text-muted'

export const AfterGigsSection = memo(function AfterGigsSection({ bandId, today }: Props) {
  const params = { bandId }
  const { data: fees = [] } = useEndpoint('GET /api/bands/:bandId/unpaid-fees', { params })
  const { data: unreported = [] } = useEndpoint('GET /api/bands/:bandId/unreported-gigs', { params })
  const [oldestFee] = fees
  const [gigToReport] = unreported
  if (!oldestFee && !gigToReport) return null
  return (
    <ul aria-label="After your gigs" className={`${cardClassName} divide-y divide-hairline overflow-hidden`}>
      {oldestFee && (
        <li>
          <Link to="/bands/$bandId/money" params={params} className={rowClassName}>
            <Banknote aria-hidden="true" className={iconClassName} />
            <TwoLines
              first={describeUnpaidFees(fees)}
              second={`${fees.length > 1 ? 'The oldest: ' : ''}${gigNameOf(oldestFee)}, ${formatAge(oldestFee.date, today)} ago`}
            />
          </Link>
        </li>
      )}
      {gigToReport && (
        <li>
          <Link
            to="/bands/$bandId/events/$eventId"
            params={{ bandId, eventId: gigToReport.eventId }}
            className={rowClassName}
          >
            <ClipboardPenLine aria-hidden="true" className={iconClassName} />
            <TwoLines
              first={playedMessages.unreportedGigs(unreported.length)}
              second={formatLastDayToReport(gigToReport.lastDay, unreported.length)}
            />
          </Link>
        </li>
      )}
    </ul>
  )
})

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block text-sm font-medium break-words md:text-base">{first}</span>
      <span className="block text-sm break-words text-muted">{second}</span>
    </span>
  )
}

function gigNameOf({ title, place }: { title: string | null; place: string | null }): string {
  return title ?? place ?? eventTypeLabels.gig
}

function formatLastDayToReport(lastDay: string, count: number): string {
  return playedMessages.lastDayToReport(`${shortDate(lastDay)} ${lastDay.slice(0, 4)}`, count)
}
