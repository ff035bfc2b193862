// The clashes of the booked events on a page. Clashes are fetched after the events, because they only add marks to them.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Clash } from '@gaffer/domain/clashes/clash'
import { clsx } from 'clsx'
import { CircleCheckBig, TriangleAlert } from 'lucide-react'
import { createContext, use, useMemo, type ReactNode } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { DateRange } from '#features/events/date-ranges.ts'
import { formatClashTexts, type ClashText } from './format-clash.ts'

type ClashTextsByEvent = ReadonlyMap<string, readonly ClashText[]>

const ClashTextsContext = createContext<ClashTextsByEvent>(new Map())
const noClashTexts: readonly ClashText[] = []

type Props = {
  membership: OwnMembership | null
  /** The date ranges on the page; null until its events are loaded. */
  ranges: ShownRanges | null
  events: readonly CalendarEntry[]
  children: ReactNode
}

/** Provides the clashes to the page. Without a band there are none, because the personal calendar has no other members. */
export function ClashesProvider({ membership, ranges, events, children }: Props) {
  const clashes = useClashesInRanges(membership?.bandId ?? null, ranges)
  const areOwnEventsNeeded = clashes.some(
    ({ membershipId, reason }) => membershipId === membership?.id && reason === 'plays_elsewhere',
  )
  const ownEvents = useOwnEventsInRanges(areOwnEventsNeeded ? ranges : null)
  const texts = useMemo(() => {
    const datesByEventId = new Map(events.map(({ id, date }) => [id, date]))
    const clashViewer = { membershipId: membership?.id ?? '', ownEvents }
    const clashingEventIds = [...new Set(clashes.map(({ eventId }) => eventId))]
    return new Map(
      clashingEventIds.map((id) => {
        const eventClashes = clashes.filter(({ eventId }) => eventId === id)
        return [
          id,
          formatClashTexts(datesByEventId.get(id) ?? eventClashes[0]?.date ?? '', eventClashes, clashViewer),
        ] as const
      }),
    )
  }, [clashes, events, ownEvents, membership?.id])
  return <ClashTextsContext value={texts}>{children}</ClashTextsContext>
}

/** One sentence for each clash of the event. */
function useEventClashTexts(eventId: string): readonly ClashText[] {
  return use(ClashTextsContext).get(eventId) ?? noClashTexts
}

/** Returns a predicate that is true for an event with a clash that no dep covers. For components that show several events. */
export function useUncoveredClashCheck(): (eventId: string) => boolean {
  const texts = use(ClashTextsContext)
  return (eventId) => texts.get(eventId)?.some(({ isCovered }) => !isCovered) ?? false
}

type LinesProps = {
  eventId: string
  /** The maximum number of listed clashes; all by default. A last line counts the clashes that are not listed. */
  maxShown?: number
  className?: string
}

export function ClashLines({ eventId, maxShown = Infinity, className }: LinesProps) {
  const texts = useEventClashTexts(eventId)
  const hiddenCount = texts.length - maxShown
  if (texts.length === 0) return null
  return (
    <span className={clsx('grid grid-cols-1 gap-0.5', className)}>
      {texts.slice(0, maxShown).map(({ text, isCovered }) => {
        const Icon = isCovered ? CircleCheckBig : TriangleAlert
        return (
          <span
            key={text}
            className={clsx(
              'flex items-start gap-1.5 text-sm font-medium break-words',
              isCovered ? 'text-muted' : 'text-warn',
            )}
          >
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">
              {!isCovered && <span className="sr-only">Clash: </span>}
              {text}
            </span>
          </span>
        )
      })}
      {hiddenCount > 0 && (
        <span className="pl-5.5 text-sm font-medium text-muted">
          and {hiddenCount} more {hiddenCount === 1 ? 'clash' : 'clashes'}
        </span>
      )}
    </span>
  )
}

/** The amber corner of a clashing event. The parent needs a CSS position. Hidden from screen readers, because the day's label names the clash. */
export function ClashCorner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'absolute top-0 right-0 border-warn border-b-transparent border-l-transparent [border-style:solid] forced-colors:border-t-[Mark] forced-colors:border-r-[Mark]',
        className,
      )}
    />
  )
}

/** The date ranges for which a page shows events: two on the calendar, one on other pages. */
type ShownRanges = readonly [DateRange, DateRange?]

const noRange: DateRange = { startDate: '', endDate: '' }

/** The clashes of all ranges, each once. Empty while loading, without ranges and without a band. */
function useClashesInRanges(bandId: string | null, ranges: ShownRanges | null): Clash[] {
  const first = useClashes(bandId, ranges?.[0]).data
  const second = useClashes(bandId, ranges?.[1]).data
  return useMemo(() => {
    const allClashes = [...(first ?? []), ...(second ?? [])]
    return [...new Map(allClashes.map((clash) => [JSON.stringify(clash), clash])).values()]
  }, [first, second])
}

/** The user's events in all their bands; empty without ranges. */
function useOwnEventsInRanges(ranges: ShownRanges | null): CalendarEntry[] {
  const first = useOwnEvents(ranges?.[0]).data
  const second = useOwnEvents(ranges?.[1]).data
  return useMemo(() => [...(first ?? []), ...(second ?? [])], [first, second])
}

function useClashes(bandId: string | null, query: DateRange | undefined) {
  return useEndpoint(
    'GET /api/bands/:bandId/clashes',
    { params: { bandId: bandId ?? '' }, query: query ?? noRange },
    { enabled: bandId !== null && query !== undefined },
  )
}

function useOwnEvents(query: DateRange | undefined) {
  return useEndpoint('GET /api/me/events', { query: query ?? noRange }, { enabled: query !== undefined })
}
