// The calendar of the selected band, or the member's own without one.

import { eventDraftKey, type EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { Suspense, useMemo, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { showFailure } from '#lib/show-failure.ts'
import { gridRangeOfMonth, monthAheadRange } from '#features/events/date-ranges.ts'
import { useMonthAheadEvents, useInvalidateEventLists } from '#features/events/queries.ts'
import type { OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useFirstStepsVisibility } from '#features/calendar-feeds/first-steps-done.ts'
import { ClashesProvider } from '#features/clashes/clashes.tsx'
import { useFindDateSheet } from '#features/free-dates/use-find-date-sheet.tsx'
import { useDaysAwaySheet } from '#features/events/days-away/use-days-away-sheet.tsx'
import { RestoreDraftBanner } from '#lib/form-draft.tsx'
import { lazyOverlay, lazyPart } from '#lib/lazy-part.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useBreakpoint } from '#ui/use-breakpoint.ts'
import { agendaUpcomingDayId } from './agenda/agenda.tsx'
import { isEventInMonth } from '#features/events/day-grid/month-layout.ts'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { FloatingButton } from '#ui/floating-button.tsx'
import { CalendarBody } from './calendar-body.tsx'
import { CalendarHeader, CalendarFilters } from './calendar-header.tsx'
import { CalendarNextUp } from './next-up-card.tsx'
import { useDeepLink } from './use-deep-link.ts'
import { useCalendarMonth, type CalendarMonthState } from './use-calendar-month.ts'

// The dialogs weigh as much as all other modules of the page. Their chunk is prefetched at the first interaction, before a press ends.
const loadDialogs = () => import('./calendar-dialogs.tsx')
// A failed prefetch is ignored: opening a dialog imports them again and reports a failure.
const prepareDialogs = () => void loadDialogs().catch(() => undefined)
const CalendarDialogs = lazyOverlay(loadDialogs, 'CalendarDialogs')
// Loaded on demand, because only the calendar of a new band shows first steps.
const FirstSteps = lazyPart(() => import('#features/calendar-feeds/first-steps.tsx'), 'FirstStepsOfBand')

export function CalendarPage() {
  const membership = useSelectedMembership()
  return <Calendar key={membership?.bandId ?? 'personal'} membership={membership} />
}

const monthId = 'calendar-month'
const notReadText = 'Failed to fetch events'

/** The calendar of one band or of the member, with its dialogs. */
function Calendar({ membership }: { membership: OwnMembership | null }) {
  const bandId = membership?.bandId ?? null
  const width = useBreakpoint()
  const refreshCalendars = useInvalidateEventLists()
  const state = useCalendarMonth(bandId, width)
  const { today, view, query } = state
  const ahead = useMonthAheadEvents(bandId, today)
  const { openDaysAway, daysAwaySheet } = useDaysAwaySheet({ membership, today })
  const openDaysAwayOfMonth = () => openDaysAway(state.month.slice(0, 7))
  const clashRanges = useClashRanges(state, ahead.data)
  const details = useDialogState<CalendarEntry>()
  const form = useDialogState<EventFormInitialState>()
  const openDay = useDialogState<string>()
  const { openFindDate, closeFindDate, findDateSheet } = useFindDateSheet({ membership, today, onChosen: form.open })

  // The empty agenda has its own Add button, so the Next Up card shows none.
  const isEmptyAgenda = isAgendaEmpty(state)
  const addLabel = membership ? 'Add event' : 'Add days away'
  const add = (date: string) => form.open({ event: null, date })

  useDeepLink({
    bandId,
    onEvent(event) {
      state.setDay(event.date)
      details.open(event)
    },
    onAdd: add,
    onFindDate: openFindDate,
  })

  function goToToday() {
    flushSync(() => state.setDay(today))
    document.getElementById(agendaUpcomingDayId)?.scrollIntoView()
  }

  async function refresh() {
    try {
      await refreshCalendars({ throwOnError: true })
    } catch (error) {
      showFailure(error, { title: 'Error', text: notReadText })
    }
  }

  return (
    <ClashesProvider membership={membership} {...clashRanges}>
      <div
        // In landscape, and between 1280 and 1360 px, the floating button needs a margin beside the month.
        className="pb-16 xl:pb-8 xl:max-[85rem]:pr-9 short:flex short:flex-col short:min-[40rem]:max-xl:pr-16"
        onPointerEnter={prepareDialogs}
        onTouchStart={prepareDialogs}
        onFocus={prepareDialogs}
      >
        <CalendarHeader
          monthId={monthId}
          month={state.month}
          membership={membership}
          view={view}
          width={width}
          isRefreshing={query.isFetching}
          onTurn={state.turn}
          onToday={goToToday}
          onView={state.setView}
          onRefresh={() => void refresh()}
          onAway={openDaysAwayOfMonth}
          onFindDate={openFindDate}
          filters={<CalendarFilters shown={state.shown} onChange={state.setShown} />}
          nextUp={
            <CalendarNextUp
              read={ahead}
              today={today}
              isWide={width === 'wide'}
              addLabel={isEmptyAgenda ? null : addLabel}
              onOpen={details.open}
              onAdd={() => add(today)}
              renderNothingAhead={(prompt) =>
                membership ? (
                  <NothingAhead key={bandId} membership={membership} today={today}>
                    {prompt}
                  </NothingAhead>
                ) : (
                  prompt
                )
              }
            />
          }
        />
        <div className="mb-4 empty:hidden">
          <RestoreDraftBanner<EventFormInitialState>
            name={eventDraftKey(bandId)}
            formKind="event"
            onContinue={form.open}
          />
        </div>
        <LiveRegionText className="sr-only" text={query.isPending ? 'Loading the calendar' : ''} />
        {query.error && !query.data ? (
          <QueryState query={query} fallback={notReadText} />
        ) : (
          <CalendarBody
            state={state}
            isWide={width === 'wide' || width === 'middle'}
            monthId={monthId}
            addLabel={addLabel}
            onOpenEvent={details.open}
            onOpenDay={openDay.open}
            onAdd={add}
            onAway={openDaysAwayOfMonth}
            onFindDate={openFindDate}
          />
        )}
        {!isEmptyAgenda && (
          <FloatingAddButton label={membership ? 'Add a practice today' : addLabel} onPress={() => add(today)} />
        )}
        {daysAwaySheet}
        {findDateSheet}
        {[openDay, details, form].some(({ count }) => count > 0) && (
          <Suspense>
            <CalendarDialogs
              state={state}
              membership={membership}
              addLabel={addLabel}
              day={openDay}
              details={details}
              form={form}
              onSaved={closeFindDate}
            />
          </Suspense>
        )}
      </div>
    </ClashesProvider>
  )
}

type NothingAheadProps = { membership: OwnMembership; today: string; children: ReactNode }

/** Shows a new band its next first step in place of `children`, the prompt to add an event. */
function NothingAhead({ membership, today, children }: NothingAheadProps) {
  const [isShown, hide] = useFirstStepsVisibility(membership)
  if (!isShown) return children
  return (
    <Suspense fallback={<Skeleton className="min-h-16.5 small-phone:min-h-11" />}>
      <FirstSteps membership={membership} today={today} events={[]} isShort onHide={hide} />
    </Suspense>
  )
}

/** The ranges and events to check for clashes: of the shown month and of the month ahead, once both are loaded. */
function useClashRanges({ month, today, all, query }: CalendarMonthState, ahead: CalendarEntry[] | undefined) {
  const areEventsLoaded = query.data !== undefined && ahead !== undefined
  const ranges = useMemo(
    () => (areEventsLoaded ? ([gridRangeOfMonth(month), monthAheadRange(today)] as const) : null),
    [areEventsLoaded, month, today],
  )
  const events = useMemo(() => [...all, ...(ahead ?? [])], [all, ahead])
  return { ranges, events }
}

function isAgendaEmpty({ view, month, events, query }: CalendarMonthState): boolean {
  return view === 'agenda' && query.data !== undefined && !events.some((event) => isEventInMonth(month, event))
}

const scrollEndDelayMs = 300

/** The floating add button. Transparent while the page scrolls, so that it does not cover the text. */
export function FloatingAddButton({ label, onPress }: { label: string; onPress: () => void }) {
  const isScrolling = useIsScrolling()
  return (
    <FloatingButton
      label={label}
      icon={<Plus aria-hidden="true" />}
      onClick={onPress}
      className={clsx(
        'transition-[opacity,scale] hover:scale-105 small-phone:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] small-phone:h-[48px] small-phone:min-w-[48px] xl:right-3 xl:bottom-8',
        isScrolling && 'pointer-events-none opacity-0 focus-visible:pointer-events-auto focus-visible:opacity-100',
      )}
    />
  )
}

/** Whether the page scrolls, or has scrolled in the last 300 ms (`scrollEndDelayMs`). */
function useIsScrolling(): boolean {
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      setScrolling(true)
      clearTimeout(timer)
      timer = setTimeout(() => setScrolling(false), scrollEndDelayMs)
    }
    document.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('scroll', onScroll)
    }
  }, [])
  return isScrolling
}
