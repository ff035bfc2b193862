// The soonest thing that is on, today or later. Dismissed, it stays away until something else is next.

import type { Event } from '@gaffer/domain/event'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { forget, readStored, store } from '#lib/browser-storage.ts'
import { eventName, eventPlace, eventWhen } from '#components/format-event.ts'
import { EventIcon, eventLooks } from '#components/event-type-styles.tsx'
import { cardClassName } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Of the card on a phone, where the place takes a second line more often than not. It never takes more. */
const room = 'min-h-21.5 md:min-h-16.5'

/** Keeps the card's room, so that the month beneath does not move when it comes. One that was dismissed does not come. */
export function NextUpWait() {
  if (readStored('dismissedNextUp')) return null
  return <Skeleton className={room} />
}

export function NextUpCard({ event, today, onOpen }: { event: Event; today: string; onOpen: (event: Event) => void }) {
  const [dismissed, setDismissed] = useState(() => readStored('dismissedNextUp'))
  // Once something else is next, room is kept again.
  useEffect(() => {
    if (dismissed !== event.id) forget('dismissedNextUp')
  }, [dismissed, event.id])
  if (dismissed === event.id) return null

  function dismiss() {
    store('dismissedNextUp', event.id)
    setDismissed(event.id)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }

  return (
    <section
      aria-label="Next Up"
      className={clsx(room, cardClassName, '@container relative flex items-center overflow-hidden')}
    >
      <span aria-hidden="true" className={clsx('absolute inset-y-0 left-0 w-1', eventLooks[event.type].markBg)} />
      <button
        type="button"
        onClick={() => onOpen(event)}
        className="flex min-w-0 flex-1 items-center gap-3 self-stretch rounded-card py-2.5 pl-4 text-left transition-colors hover:bg-lit"
      >
        <span
          className={clsx(
            'hidden size-10 shrink-0 place-content-center rounded-control @min-[15rem]:grid',
            eventLooks[event.type].chip,
          )}
        >
          <EventIcon type={event.type} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2 @min-[20rem]:flex-nowrap">
            <span className="shrink-0 text-xs font-semibold text-accent">Next Up</span>
            <span className="min-w-0 basis-full truncate font-semibold @min-[20rem]:basis-auto">
              {eventName(event)}
            </span>
          </span>
          <span className="line-clamp-1 text-sm break-words text-muted max-md:@min-[20rem]:line-clamp-2">
            {[eventWhen(event, today), eventPlace(event), event.bandName].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      <IconButton
        label="Dismiss Next Up"
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={dismiss}
        className="mx-1"
      />
    </section>
  )
}
