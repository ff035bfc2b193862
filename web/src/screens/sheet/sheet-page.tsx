// The page of a shared gig sheet link, for people without an account. It can be printed.

import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { dayInWords, londonWallClock } from '@gaffer/domain/shared/dates'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { findNextRunningTimeIndex } from '@gaffer/domain/gig-sheets/next-running-time'
import { useParams } from '@tanstack/react-router'
import { FileX2, Printer } from 'lucide-react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { SheetLinkContent } from '#features/gig-sheets/queries.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { mapsLinkOf, platformOf } from '#lib/device-links.ts'
import { formatEventDates, formatUnconfirmedStatus, formatEventTimes } from '#features/events/format-event.ts'
import { GigSheetFacts } from '#features/gig-sheets/gig-sheet-facts.tsx'
import { useNowMs } from '#lib/use-now.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { SharedSetlist } from '#features/set-lists/shared-setlist.tsx'

export function SharedGigSheetPage() {
  const { token } = useParams({ from: '/cached/sheet/$token' })
  const sheet = useEndpoint('GET /api/sheets/:token', { params: { token } })
  const isGone = hasErrorCode(sheet.error, 'not_found')
  return (
    <main className="mx-auto min-h-dvh max-w-3xl bg-bg px-safe pt-[max(1.5rem,env(safe-area-inset-top))] pb-16 print:pb-0">
      {(isGone || !sheet.data) && <h1 className="sr-only">Gig sheet</h1>}
      {isGone ? (
        <EmptyState icon={<FileX2 aria-hidden="true" className="size-10" />} {...gigSheetMessages.sheetLinkGone} />
      ) : (
        <QueryState
          query={sheet}
          fallback={gigSheetMessages.sharedSheetNotRead}
          loading={
            <SkeletonGroup label="Loading the gig sheet">
              <Skeleton className="h-24" />
              <Skeleton className="mt-6 h-80" />
            </SkeletonGroup>
          }
        >
          {(link) => <SharedGigSheetView link={link} />}
        </QueryState>
      )}
    </main>
  )
}

function SharedGigSheetView({ link }: { link: SheetLinkContent }) {
  const { bandName, event, address, setlist } = link
  const { date, time } = londonWallClock(useNowMs())
  const status = formatUnconfirmedStatus(event)
  return (
    <>
      <header className="grid grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="min-w-0 text-lg font-semibold break-words text-muted">{bandName}</span>
          <Button variant="secondary" size="sm" className="print:hidden" onClick={() => print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        </p>
        <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight break-words outline-none">
          {event.title ?? eventTypeLabels[event.type]}
        </h1>
        {status && <p className="text-lg font-bold text-danger">{status}</p>}
        <p className="text-lg">
          {dayInWords(event.date).split(' ')[0]} {formatEventDates(event)} · {formatEventTimes(event)}
        </p>
        {event.place && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-lg">
            <span className="min-w-0 break-words">{event.place}</span>
            {!address && (
              <a
                href={mapsLinkOf(event.place, platformOf(navigator))}
                target="_blank"
                rel="noopener noreferrer"
                className={`${buttonClassNameFor({ variant: 'secondary', size: 'sm' })} print:hidden`}
              >
                Open in Maps
              </a>
            )}
          </p>
        )}
      </header>
      <section aria-label="Gig sheet" className="mt-6 border-t border-hairline pt-6">
        <GigSheetFacts
          sheet={link}
          nextTime={event.date === date ? findNextRunningTimeIndex(link.times, time) : null}
          size="large"
        />
      </section>
      {setlist && <SharedSetlist setlist={setlist} />}
    </>
  )
}
