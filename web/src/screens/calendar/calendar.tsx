// The calendar of one band, or of the member alone: a month or an agenda, and what can be opened from it.

import type { Event } from '@gaffer/domain/event'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { refreshCalendars, useMonthAhead } from '#data/events.ts'
import type { OwnMembership } from '#data/me.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { upcoming } from '#parts/upcoming.ts'
import { ErrorState } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure } from '#ui/toast-store.ts'
import { Agenda } from './agenda.tsx'
import { CalendarHeader, type View } from './calendar-header.tsx'
import { ChosenDay } from './chosen-day.tsx'
import { DayDialog } from './day-dialog.tsx'
import { EventDetails } from './event-details.tsx'
import { EventForm, type FormSubject } from './event-form.tsx'
import { Filters } from './filters.tsx'
import { MonthGrid } from './month-grid.tsx'
import { NextUpCard } from './next-up-card.tsx'
import { useSwipe } from './swipe.ts'
import { useIsWide } from './use-is-wide.ts'
import { useMonth } from './use-month.ts'
import { useMonthSlide } from './use-month-slide.ts'
import { useOpening } from './use-opening.ts'

const monthId = 'calendar-month'

export function Calendar({ membership }: { membership: OwnMembership | null }) {
  const bandId = membership?.bandId ?? null
  const isWide = useIsWide()
  const client = useQueryClient()
  const { today, day, setDay, turn, month, shown, setShown, all, events, weeks, query } = useMonth(bandId, isWide)
  const ahead = useMonthAhead(bandId, today)
  const [view, setView] = useState<View>('month')
  const details = useOpening<Event>()
  const form = useOpening<FormSubject>()
  const openDay = useOpening<string>()
  const dayHeading = useRef<HTMLHeadingElement>(null)
  const slide = useMonthSlide(month)
  const swipe = useSwipe((direction) => turn(direction === 'left' ? 1 : -1))

  const addLabel = membership ? 'Add event' : 'Add days away'
  const next = upcoming(ahead.data ?? [], today).find(({ date }) => date >= today)
  const eventsOn = (date: string) => weeks.flatMap((week) => week.days).find((one) => one.date === date)?.events ?? []
  const add = (date: string) => form.open({ event: null, date })
  const { open: openDetails } = details
  const openEvent = useCallback((event: Event) => openDetails(event), [])
  const showAll = useCallback(() => setShown({ band: true, mine: true }), [])

  function showDay(date: string) {
    if (isWide) return openDay.open(date)
    dayHeading.current?.focus()
    dayHeading.current?.scrollIntoView({ block: 'nearest' })
  }

  async function refresh() {
    try {
      await refreshCalendars(client, { throwOnError: true })
    } catch (error) {
      showFailure({ title: 'Error', text: sentenceOf(error, 'Failed to fetch events') })
    }
  }

  function close() {
    form.close()
    details.close()
    openDay.close()
  }

  return (
    <div className="pb-16 xl:pb-8">
      <CalendarHeader
        monthId={monthId}
        month={month}
        membership={membership}
        view={view}
        isWide={isWide}
        isRefreshing={query.isFetching}
        onTurn={turn}
        onToday={() => setDay(today)}
        onView={setView}
        onRefresh={() => void refresh()}
        filters={isWide && <Filters shown={shown} onChange={setShown} />}
      />
      <p role="status" className="sr-only">
        {query.isPending ? 'Loading the calendar' : ''}
      </p>
      <div className="grid gap-3 xl:gap-4">
        {next && <NextUpCard key={next.id} event={next} today={today} onOpen={details.open} />}
        {query.error && !query.data ? (
          <ErrorState
            text={sentenceOf(query.error, 'Failed to fetch events')}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <div {...swipe} className="touch-pan-y">
            <div ref={slide} className="grid gap-4">
              {view === 'month' && (
                <div className="-mx-2 sm:mx-0">
                  <MonthGrid
                    labelledBy={monthId}
                    weeks={weeks}
                    chosen={day}
                    today={today}
                    isWide={isWide}
                    isLoading={query.isPending}
                    onChoose={setDay}
                    onOpenDay={showDay}
                    onOpenEvent={details.open}
                    onAdd={add}
                  />
                </div>
              )}
              {!isWide && <Filters shown={shown} onChange={setShown} />}
              {view === 'month' && !isWide && (
                <ChosenDay
                  date={day}
                  today={today}
                  events={query.data && eventsOn(day)}
                  addLabel={addLabel}
                  headingRef={dayHeading}
                  onOpen={details.open}
                  onAdd={() => add(day)}
                />
              )}
              {view === 'agenda' &&
                (query.data ? (
                  <Agenda
                    month={month}
                    today={today}
                    events={events}
                    hidden={all.length - events.length}
                    addLabel={addLabel}
                    onShowAll={showAll}
                    onOpen={openEvent}
                    onAdd={() => add(today)}
                  />
                ) : (
                  <div className="grid gap-2">
                    <Skeleton className="h-6 w-32" />
                    <Skeleton className="h-16" />
                    <Skeleton className="h-16" />
                  </div>
                ))}
            </div>
          </div>
        )}
      </div>
      <AddButton label={membership ? 'Add a practice today' : 'Add days away'} onPress={() => add(today)} />
      {/* In this order, so that the last to give its focus back is the one that was opened first. */}
      {form.subject && (
        <EventForm
          key={`form-${form.count}`}
          isOpen={form.isOpen}
          subject={form.subject}
          membership={membership}
          today={today}
          onClose={form.close}
          onSaved={(event) => {
            close()
            setDay(event.date)
          }}
        />
      )}
      {details.subject && (
        <EventDetails
          key={`details-${details.count}`}
          isOpen={details.isOpen}
          event={all.find(({ id }) => id === details.subject?.id) ?? details.subject}
          membership={membership}
          onClose={details.close}
          onDeleted={close}
          onEdit={(event) => form.open({ event, date: event.date })}
        />
      )}
      {openDay.subject && (
        <DayDialog
          isOpen={openDay.isOpen}
          date={openDay.subject}
          events={eventsOn(openDay.subject)}
          addLabel={addLabel}
          onOpen={details.open}
          onAdd={() => add(openDay.subject ?? day)}
          onClose={openDay.close}
        />
      )}
    </div>
  )
}

function AddButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className={clsx(
        'fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 grid size-14 place-content-center',
        'rounded-full bg-accent text-bg shadow-2xl transition-transform hover:scale-105 xl:right-8 xl:bottom-8',
        'forced-colors:border',
      )}
    >
      <Plus aria-hidden="true" className="size-7" />
    </button>
  )
}
