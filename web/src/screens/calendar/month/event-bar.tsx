// An event in the month: a chip with its title, or a bar across its days. Days away are hatched; events of other bands are
// hollow, with the band's colour and initials. Hidden from screen readers: the day cells name the event.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { monogramOf } from '@gaffer/domain/bands/monogram'
import { clsx } from 'clsx'
import { readableTextColorOn } from '@gaffer/domain/shared/readable-color'
import type { EventType } from '@gaffer/domain/shared/event-type'
import { ClashCorner, useUncoveredClashCheck } from '#features/clashes/clashes.tsx'
import {
  cancelledEventClassName,
  eventChipClassNameFor,
  eventTypeStyles,
  eventNameClassNameFor,
  EventTypeIcon,
} from '#features/events/event-type-styles.tsx'
import {
  eventName,
  formatShortStartTime,
  formatEventForScreenReader,
  formatUnconfirmedStatus,
} from '#features/events/format-event.ts'
import type { PlacedEntry } from '#features/events/day-grid/month-layout.ts'

/** The colour of the user's membership in each band, by band id. */
export type BandColors = ReadonlyMap<string, string>

type Props = { placed: PlacedEntry; date: string; isWide: boolean; bandColors: BandColors }

export function EventBar({ placed, date, isWide, bandColors }: Props) {
  const { event, lane, column, span } = placed
  const isAway = event.type === 'unavailable'
  const bandColor = otherBandColorOf(event, bandColors)
  const hasClash = useUncoveredClashCheck()(event.id)
  const content = (
    <>
      {bandColor !== undefined && isWide && <BandTag name={event.bandName ?? ''} color={bandColor} />}
      <EventSpriteIcon
        type={event.type}
        className={clsx(
          'shrink-0',
          isWide ? 'size-3.5' : 'size-3',
          bandColor !== undefined && eventTypeStyles[event.type].mark,
          event.status === 'cancelled' && cancelledEventClassName,
        )}
      />
      {(isWide || span > 1) && (
        <span className={clsx('truncate', eventNameClassNameFor(event))}>
          {barTextOf(event, { isWide, isOfOtherBand: bandColor !== undefined })}
        </span>
      )}
    </>
  )
  return (
    <span
      data-date={date}
      data-event={event.id}
      data-tip={hasClash ? `${formatEventForScreenReader(event)}, clash` : formatEventForScreenReader(event)}
      style={{
        gridColumn: `${column + 1} / span ${span}`,
        gridRow: lane + 1,
        ...(bandColor && { borderColor: bandColor }),
      }}
      className={clsx(
        'relative flex min-w-0 items-center font-medium',
        // In a narrow grid a tap on a bar reaches the day beneath it. There the text is as high as the bar: `overflow-hidden` would cut off
        // its lowest pixels.
        isWide
          ? 'pointer-events-auto h-5.5 cursor-pointer overflow-hidden text-xs hover:brightness-110'
          : 'h-3.5 text-[0.6875rem] leading-3.5 small-phone:h-3 small-phone:text-[0.625rem] small-phone:leading-3',
        edgeClassNameFor(placed),
        barClassNameFor(placed, isWide, bandColor),
      )}
    >
      {/* The text of days away has its own background: on the stripes it would be hard to read. */}
      {isAway ? <span className={clsx(contentClassNameFor(isWide), awayTextClassName)}>{content}</span> : content}
      {hasClash && <ClashCorner className={isWide ? 'border-5' : 'border-3'} />}
    </span>
  )
}

/** The colour of the event's band: undefined for the calendar's own band, null for another band whose colour is not known. */
function otherBandColorOf({ bandId, bandName }: CalendarEntry, colors: BandColors): string | null | undefined {
  if (bandName === null) return undefined
  return colors.get(bandId ?? '') ?? null
}

/** The text of a bar. For an event of another band, the name comes first: beside the band's initials, a time would leave no room for the name. */
function barTextOf(
  event: CalendarEntry,
  { isWide, isOfOtherBand }: { isWide: boolean; isOfOtherBand: boolean },
): string {
  const [time, name] = [isWide ? formatShortStartTime(event) : null, eventName(event)]
  return (isOfOtherBand ? [name, time] : [time, name]).filter(Boolean).join(' ')
}

function barClassNameFor(placed: PlacedEntry, isWide: boolean, bandColor: string | null | undefined): string {
  if (placed.event.type === 'unavailable') return 'hatched border border-unavailable-mark bg-unavailable-chip'
  return bandColor === undefined
    ? ownBandClassNameFor(placed.event, placed, isWide)
    : otherBandClassNameFor(placed, isWide)
}

function BandTag({ name, color }: { name: string; color: string | null }) {
  return (
    <span
      style={color === null ? undefined : { backgroundColor: color, color: readableTextColorOn(color) }}
      className="shrink-0 rounded-[3px] bg-text px-0.5 text-[0.625rem] leading-3.5 font-bold text-bg"
    >
      {monogramOf(name)}
    </span>
  )
}

const awayTextClassName =
  'h-full bg-unavailable-chip text-unavailable-ink forced-colors:bg-[Canvas] forced-colors:text-[CanvasText]'

function edgeClassNameFor({ hasStart, hasEnd }: PlacedEntry): string {
  return clsx(hasStart && 'ml-0.5 rounded-l-chip', hasEnd && 'mr-0.5 rounded-r-chip')
}

function contentClassNameFor(isWide: boolean): string {
  return clsx('flex min-w-0 items-center gap-1', isWide ? 'px-1.5' : 'px-0.5')
}

/** The classes of the bar of an event of the calendar's own band. In a wide grid, the left edge of a confirmed event is in the full colour of its type. */
function ownBandClassNameFor(event: CalendarEntry, { hasStart }: PlacedEntry, isWide: boolean): string {
  const isFilled = formatUnconfirmedStatus(event) === null
  const edge =
    isFilled && clsx(isWide && hasStart && 'border-l-3', eventTypeStyles[event.type].edge, 'forced-colors:border')
  return clsx(eventChipClassNameFor(event), contentClassNameFor(isWide), edge)
}

function otherBandClassNameFor({ hasStart, event }: PlacedEntry, isWide: boolean): string {
  const isPencilled = event.status === 'tentative'
  return clsx(
    'border-control bg-surface text-text',
    isPencilled ? 'border-[1.5px] border-dashed' : 'border',
    contentClassNameFor(isWide),
    isWide && hasStart && !isPencilled && 'border-l-3',
  )
}

/** The SVG symbols for the `EventSpriteIcon`s of these events. Render it once on their page. */
export function EventIconSymbols({ events }: { events: readonly CalendarEntry[] }) {
  const types = [...new Set(events.map(({ type }) => type))]
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {types.map((type) => (
        <symbol key={type} id={`event-${type}`} viewBox="0 0 24 24">
          <EventTypeIcon type={type} className="" />
        </symbol>
      ))}
    </svg>
  )
}

/** An icon of the SVG sprite. A month shows more than a hundred icons, and `<use>` is much cheaper than drawing each. */
export function EventSpriteIcon({ type, className }: { type: EventType; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
      <use href={`#event-${type}`} />
    </svg>
  )
}
