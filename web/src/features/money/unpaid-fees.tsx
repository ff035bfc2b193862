import { formatDate } from '@gaffer/domain/shared/dates'
import type { UnpaidFee } from '@gaffer/domain/money/ledger'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useToday } from '#lib/use-now.ts'
import { cardClassName } from '#ui/card.tsx'
import { formatAge, formatMoney } from './format-money.ts'

/** Lists the fees of past gigs that are not marked as paid on the gig sheet, with their age. */
export function UnpaidFees({ bandId, fees }: { bandId: string; fees: readonly UnpaidFee[] }) {
  const today = useToday()
  if (fees.length === 0) return null
  return (
    <section aria-labelledby="unpaid-fees">
      <h2 id="unpaid-fees" className="mb-1 text-lg font-bold">
        Fees that have not come in
      </h2>
      <p className="mb-3 text-sm text-muted">Tick “paid” on the gig sheet when one has.</p>
      <ul className="grid grid-cols-1 gap-2">
        {fees.map(({ eventId, title, place, date, feePence }) => (
          <li key={eventId}>
            <Link
              to="/bands/$bandId/events/$eventId"
              params={{ bandId, eventId }}
              className={`${cardClassName} flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2.5 transition-colors hover:bg-lit`}
            >
              <span className="min-w-0 flex-1 basis-28">
                <span className="block font-semibold break-words">{title ?? place ?? 'Gig'}</span>
                <span className="block text-sm text-muted">
                  {formatDate(date)}, {formatAge(date, today)} ago
                </span>
              </span>
              <span className="ml-auto flex items-center gap-3">
                <span className="font-semibold tabular-nums">{formatMoney(feePence)}</span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-faint" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
