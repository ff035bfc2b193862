// The gig sheet on its event's page, with the buttons to edit and share it. Without a gig sheet, an empty slot with a button to add one.

import { eventPlace } from '@gaffer/domain/events/event-place'
import { londonWallClock } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { findNextRunningTimeIndex } from '@gaffer/domain/gig-sheets/next-running-time'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { ClipboardList, Pencil, Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { type GigSheet } from './queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { RestoreDraftBanner } from '#lib/form-draft.tsx'
import { eventName } from '#features/events/format-event.ts'
import { useNowMs } from '#lib/use-now.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { EmptySlot } from '#ui/empty-slot.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { GigSheetFacts } from './gig-sheet-facts.tsx'
import { gigSheetDraftKey, type GigSheetFormInitialState } from './gig-sheet-form-values.ts'

const GigSheetForm = lazyOverlay(() => import('./gig-sheet-form.tsx'), 'GigSheetForm')
const ShareGigSheetDialog = lazyOverlay(() => import('./share-gig-sheet.tsx'), 'ShareGigSheetDialog')

type Props = { event: CalendarEntry; bandId: string }

export function GigSheetPanel({ event, bandId }: Props) {
  const params = { bandId, eventId: event.id }
  const sheet = useEndpoint('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params })
  return (
    <QueryState
      query={sheet}
      fallback={gigSheetMessages.gigSheetNotRead}
      loading={
        <SkeletonGroup label="Loading the gig sheet">
          <Skeleton className="h-60" />
        </SkeletonGroup>
      }
    >
      {(data) => <LoadedGigSheet event={event} bandId={bandId} sheet={data} />}
    </QueryState>
  )
}

function LoadedGigSheet({ event, bandId, sheet }: Props & { sheet: GigSheet }) {
  const params = { bandId, eventId: event.id }
  const formDialog = useDialogState<GigSheetFormInitialState>()
  const shareDialog = useDialogState<CalendarEntry>()
  const { date, time } = londonWallClock(useNowMs())
  const isEmpty = !event.hasGigSheet && sheet.version === 0
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="empty:hidden">
        <RestoreDraftBanner<GigSheetFormInitialState>
          name={gigSheetDraftKey(params)}
          formKind="gigSheet"
          onContinue={formDialog.open}
        />
      </div>
      {isEmpty ? (
        <EmptySlot
          icon={<ClipboardList aria-hidden="true" className="size-5" />}
          title={gigSheetMessages.gigSheetEmpty}
          text={gigSheetMessages.gigSheetPurpose}
          action={
            <Button variant="secondary" isWide onClick={() => formDialog.open({ sheet })}>
              Write the gig sheet
            </Button>
          }
        />
      ) : (
        <>
          <GigSheetFacts
            sheet={sheet}
            nextTime={event.date === date ? findNextRunningTimeIndex(sheet.times, time) : null}
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => formDialog.open({ sheet })}>
              <Pencil aria-hidden="true" className="size-4" />
              Edit gig sheet
            </Button>
            <Button variant="secondary" size="sm" onClick={() => shareDialog.open(event)}>
              <Share2 aria-hidden="true" className="size-4" />
              Share by link
            </Button>
          </div>
        </>
      )}
      <Suspense>
        {formDialog.subject && (
          <GigSheetForm
            key={formDialog.count}
            isOpen={formDialog.isOpen}
            subject={formDialog.subject}
            eventKey={params}
            name={eventName(event)}
            place={eventPlace(event)}
            onClose={formDialog.close}
          />
        )}
        {shareDialog.subject && (
          <ShareGigSheetDialog
            isOpen={shareDialog.isOpen}
            name={eventName(shareDialog.subject)}
            eventKey={params}
            onClose={shareDialog.close}
          />
        )}
      </Suspense>
    </div>
  )
}
