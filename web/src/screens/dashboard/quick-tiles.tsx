import type { CalendarEntry } from '@gaffer/domain/events/event'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  CalendarDays,
  CalendarPlus,
  Guitar,
  ListMusic,
  ListOrdered,
  Music2,
  Settings2,
  Users,
  ChevronDown,
  ArrowRight,
  type LucideIcon,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { clsx } from 'clsx'
import { QueryState } from '#lib/query-state.tsx'
import type { OwnMembership } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useSongLists } from '#features/operations/queries.ts'
import { Badge } from '#ui/badge.tsx'
import { dropCancelledEvents } from '#features/events/next-event.ts'

type Read<T> = { data: T | undefined; error: Error | null }

function countOf<T>({ data, error }: Read<T>, count: (data: T) => number): TileCount {
  if (data !== undefined) return count(data)
  return error ? null : undefined
}

// Three columns; one column at 200% text.
const gridClassName = 'grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2 md:grid-cols-3 md:gap-3 xl:gap-4'

type CalendarTilesProps = { events: Read<CalendarEntry[]>; today: string }

export function CalendarTiles({ events, ...rest }: CalendarTilesProps) {
  return <TilesWithCounts entries={countOf(events, countCalendarEvents)} gigs={countOf(events, countGigs)} {...rest} />
}

type TilesWithCountsProps = { entries: TileCount; gigs: TileCount } & Omit<CalendarTilesProps, 'events'>

/** Memoised: an answer changes the events but not their counts. */
const TilesWithCounts = memo(function TilesWithCounts({ entries, gigs, today }: TilesWithCountsProps) {
  return (
    <CollapsibleSection title="Calendar & Gigs">
      <div className={gridClassName}>
        <LinkTile
          to="/calendar"
          tone="practice"
          Icon={CalendarDays}
          title="Calendar"
          subtitle="Events and days away in the next month"
          count={entries}
          action="Open"
        />
        <LinkTile
          to="/calendar"
          tone="gig"
          Icon={Guitar}
          title="Gigs"
          subtitle="Booked in the next month"
          count={gigs}
          action="View"
        />
        <LinkTile
          to="/calendar"
          search={{ add: today }}
          tone="plain"
          Icon={CalendarPlus}
          title="New date"
          subtitle="Practice, gig or days away"
          hasCount={false}
          action="Add Event"
        />
      </div>
    </CollapsibleSection>
  )
})

export const SongTiles = memo(function SongTiles({ bandId }: { bandId: string }) {
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const setlists = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } })
  const isSoon = useSongLists() === 'soon'
  // spec.md requires a link to /songs while the band has no set list.
  const setlistsPage = setlists.data && setlists.data.length > 0 ? '/setlists' : '/songs'
  return (
    <CollapsibleSection title="Song Lists" {...(isSoon && { note: 'Coming Soon!' })}>
      <div className={gridClassName}>
        <LinkTile
          to="/songs"
          tone="plain"
          Icon={Music2}
          title="Playbook"
          subtitle="Songs you practise"
          count={countOf(songs, ({ length }) => length)}
          action="Open"
        />
        <LinkTile
          to={setlistsPage}
          tone="plain"
          Icon={ListOrdered}
          title="Setlists"
          subtitle="Songs in playing order"
          count={countOf(setlists, ({ length }) => length)}
          action="View"
        />
        <LinkTile
          to="/songs"
          tone="plain"
          Icon={ListMusic}
          title="Song Pipeline"
          subtitle="Songs after the first five"
          count={countOf(songs, ({ length }) => countPipelineSongs(length))}
          action="View"
        />
      </div>
      <QueryState query={songs} fallback="Failed to fetch songs" isInline />
    </CollapsibleSection>
  )
})

export const BandTiles = memo(function BandTiles({ membership }: { membership: OwnMembership }) {
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId: membership.bandId } })
  return (
    <section aria-labelledby="the-band">
      <h2 id="the-band" className="flex min-h-10 items-center text-lg font-bold md:min-h-12">
        The band
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2 pt-1 md:grid-cols-2 md:gap-3 md:pt-2 xl:gap-4">
        <MultiLinkTile
          tone="practice"
          Icon={Users}
          title="Members"
          subtitle="Everybody in the band"
          count={countOf(members, (all) => all.filter(({ status }) => status === 'active').length)}
        >
          {membership.permissions.includes('members.invite') && (
            <Link to="/admin" search={{ tab: 'members', invite: '' }} className={tileActionClassName}>
              Invite
            </Link>
          )}
          <Link to="/admin" search={{ tab: 'members' }} className={tileActionClassName}>
            Manage
          </Link>
        </MultiLinkTile>
        <LinkTile
          to="/admin"
          tone="plain"
          Icon={Settings2}
          title="Band Settings"
          subtitle="Name, picture and event types"
          hasCount={false}
          action="Open settings"
        />
      </div>
      <QueryState query={members} fallback="Failed to fetch band members" isInline />
    </section>
  )
})

type Props = { title: string; note?: string; children: ReactNode }

function CollapsibleSection({ title, note, children }: Props) {
  return (
    <details open className="group/section">
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-control md:min-h-12 md:py-2 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg font-bold">{title}</h2>
        {note && <Badge>{note}</Badge>}
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-5 shrink-0 text-muted transition-transform group-open/section:rotate-180"
        />
      </summary>
      <div className="pt-1 md:pt-2">{children}</div>
    </details>
  )
}

/** The number on a tile: undefined while loading, null after a failure. */
type TileCount = number | null | undefined

const toneClassNames = { practice: 'bg-practice-tile', gig: 'bg-gig-tile', plain: 'bg-unavailable-tile' }

type LinkTileProps = {
  title: string
  subtitle: string
  Icon: LucideIcon
  tone: keyof typeof toneClassNames
  count?: TileCount
  hasCount?: boolean
}

const tileClassName =
  'relative flex min-h-32 flex-col overflow-hidden rounded-card p-2 text-left text-on-tile md:min-h-40 md:p-4 xl:p-5'

type Destination = { to: NonNullable<LinkProps['to']>; search?: LinkProps['search'] }

/** A tile that is one link. */
function LinkTile({ to, search, action, ...props }: LinkTileProps & Destination & { action: string }) {
  return (
    <Link
      to={to}
      {...(search && { search })}
      className={clsx(tileClassName, toneClassNames[props.tone], 'group transition-[filter] hover:brightness-110')}
    >
      <TileFace {...props} />
      <span className="mt-1.5 flex items-center gap-1.5 text-sm font-semibold md:mt-3">
        {action}
        <ArrowRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-hover:translate-x-0.5 forced-colors:hidden"
        />
      </span>
    </Link>
  )
}

/** A tile with several links, the `children`, which have the class `tileActionClassName`. */
function MultiLinkTile({ children, ...props }: LinkTileProps & { children: ReactNode }) {
  return (
    <div className={clsx(tileClassName, toneClassNames[props.tone])}>
      <TileFace {...props} />
      <div className="mt-2 flex flex-wrap gap-2 md:mt-3">{children}</div>
    </div>
  )
}

const tileActionClassName =
  'inline-flex min-h-11 flex-1 items-center justify-center rounded-control border border-on-tile px-3 py-2 text-sm font-semibold transition-colors hover:bg-on-tile hover:text-[#000]'

function TileFace({ title, subtitle, Icon, count, hasCount = true }: LinkTileProps) {
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.5} className="absolute -right-5 -bottom-6 size-28 opacity-10" />
      <span className="flex items-start justify-between gap-2">
        <Icon aria-hidden="true" className="size-6 shrink-0 md:size-7" />
        {hasCount && <TileNumber count={count} />}
      </span>
      <span className="mt-auto block pt-1.5 text-sm font-bold tracking-tight break-words md:pt-4 md:text-lg md:tracking-normal">
        {title}
      </span>
      <span className="mt-0.5 block text-xs break-words md:text-sm">{subtitle}</span>
    </>
  )
}

function TileNumber({ count }: { count: TileCount }) {
  const box = '-my-1 min-w-7 text-right text-2xl font-bold tabular-nums md:text-3xl'
  if (typeof count === 'number') return <span className={box}>{count}</span>
  return (
    <span className={clsx(box, count === undefined && 'animate-breathe')}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{count === undefined ? 'still counting' : 'not known'}</span>
    </span>
  )
}

/** The tile "Song Pipeline" counts the songs after the first five. */
const songsBeforePipeline = 5

export function countCalendarEvents(events: readonly CalendarEntry[]): number {
  return dropCancelledEvents(events).length
}

export function countGigs(events: readonly CalendarEntry[]): number {
  return dropCancelledEvents(events).filter(({ type }) => type === 'gig' || type === 'public_gig').length
}

export function countPipelineSongs(songs: number): number {
  return Math.max(0, songs - songsBeforePipeline)
}
