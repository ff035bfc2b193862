import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { clsx } from 'clsx'
import { ChevronDown, Disc3, ExternalLink, Trash2, Ban } from 'lucide-react'
import { memo, useEffect, useId, useRef, useState, type ReactNode, Suspense } from 'react'
import { flushSync } from 'react-dom'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { cardClassName } from '#ui/card.tsx'
import {
  ReadinessButton,
  ReadinessChoice,
  ReadinessLabel,
  readinessOfMember,
  ReadinessTally,
} from '#features/songs/readiness.tsx'
import type { SongFeedback } from '#features/songs/apply-song-changes.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { Badge, UnreadDot } from '#ui/badge.tsx'
import { SongNotes } from './song-notes.tsx'

const MarksOfSong = lazyPart(() => import('#features/recordings/marks-of-song.tsx'), 'MarksOfSong')
const FoldedNotes = lazyPart(() => import('#features/notes/folded-notes.tsx'), 'FoldedNotes')

type Props = {
  song: Song
  /** Whether a link led to this song, whose details are then open. */
  isOpenAtFirst?: boolean
  /** Whether the search above the list hides the song. */
  isHidden: boolean
  /** The active members; undefined while loading. */
  members: readonly Membership[] | undefined
  ownId: string
  /** The charts of the song, for its details. */
  renderCharts?: (song: Song) => ReactNode
  handlers: SongHandlers
}

export const SongRow = memo(function SongRow({
  song,
  isOpenAtFirst = false,
  isHidden,
  members,
  ownId,
  renderCharts,
  handlers,
}: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const row = useRef<HTMLLIElement>(null)
  const hasVeto = song.vetos.length > 0

  useEffect(() => {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  }, [isOpen])

  function openChoice() {
    flushSync(() => setOpen(true))
    row.current?.querySelector<HTMLInputElement>('[type=radio]:checked')?.focus({ preventScroll: true })
  }

  return (
    <li
      ref={row}
      data-row={song.id}
      hidden={isHidden}
      // `content-visibility` skips the layout of rows far below the viewport.
      className={`${cardClassName} scroll-mt-2 scroll-mb-18 [contain-intrinsic-size:auto_5.25rem] nth-[n+50]:[content-visibility:auto] xl:scroll-mt-4 xl:scroll-mb-4`}
    >
      <div className="flex gap-1 pr-2 @max-[16rem]:flex-col @max-[16rem]:pb-2 @max-[16rem]:pl-2">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-20 w-full items-center gap-3 rounded-card py-2 pr-1 pl-3 text-left transition-colors -outline-offset-2 hover:bg-lit"
          >
            <CoverArt src={song.imageUrl} className={clsx('@max-[16rem]:hidden', hasVeto && 'opacity-50 grayscale')} />
            <span className="min-w-0 flex-1 md:flex md:items-center md:gap-6">
              <span className="block min-w-0 md:flex-1">
                <span
                  data-title=""
                  className={clsx(
                    'font-semibold break-words',
                    isOpen ? 'block' : 'line-clamp-2',
                    hasVeto && 'text-muted',
                  )}
                >
                  {song.title}
                </span>
                <span className="sr-only">, </span>
                <span className={clsx('block text-sm text-muted', isOpen ? 'break-words' : 'truncate')}>
                  {song.artist}
                </span>
              </span>
              <span className="mt-0.5 flex items-center justify-between gap-2 md:mt-0 md:gap-4">
                <span className="flex items-center gap-2">
                  <ReadinessTally song={song} memberIds={members?.map((member) => member.id)} />
                  {song.hasUnreadNotes && <UnreadDot label="Unread notes" />}
                  <WaitingToSendMark subjectId={song.id} isSmall />
                </span>
                <ChevronDown
                  aria-hidden="true"
                  className={clsx('size-5 shrink-0 text-faint transition-transform', isOpen && 'rotate-180')}
                />
              </span>
            </span>
          </button>
        </h2>
        <ReadinessButton
          title={song.title}
          status={readinessOfMember(song, ownId)}
          onRaise={(status) => handlers.giveFeedback({ songId: song.id, status })}
          onChoose={openChoice}
        />
      </div>
      {isOpen && <SongDetails {...{ id, song, members, ownId, handlers }} charts={renderCharts?.(song)} />}
    </li>
  )
})

/** A song's cover, or a record icon when the cover is missing or cannot be loaded. Decorative: the title stands beside it. */
export function CoverArt({ src, className }: { src: string | null; className?: string }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const coverClassName = clsx('size-12 shrink-0 overflow-hidden rounded-control', className)
  if (src === null || src === failedSrc) {
    return (
      <span
        aria-hidden="true"
        className={clsx(coverClassName, 'grid place-content-center bg-raised text-faint light:bg-sunken')}
      >
        <Disc3 className="size-6" />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={clsx(coverClassName, 'bg-raised object-cover')}
    />
  )
}

export type SongHandlers = { giveFeedback: (feedback: SongFeedback) => void; remove: (song: Song) => void }

type SongDetailsProps = {
  id: string
  song: Song
  members: readonly Membership[] | undefined
  ownId: string
  charts: ReactNode
  handlers: SongHandlers
}

function SongDetails({ id, song, members, ownId, charts, handlers }: SongDetailsProps) {
  const songId = song.id
  const isAdmin = members?.some(({ id: own, access }) => own === ownId && access !== 'member') ?? false
  const adder = members?.find((member) => member.id === song.addedByMembershipId)?.displayName
  const facts = [song.album, adder && `Added by ${adder}`].filter(Boolean).join(' · ')
  return (
    <div id={id} className="grid grid-cols-1 animate-settle gap-3 px-3 pt-1 pb-3 md:px-4 md:pb-4">
      <SongNotes song={song} />
      {facts && <p className="text-sm break-words text-muted">{facts}</p>}
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2 md:items-end">
        <ReadinessChoice
          status={readinessOfMember(song, ownId)}
          onChange={(status) => handlers.giveFeedback({ songId, status })}
        />
        <Switch
          label="Veto"
          hint="A vetoed song goes last"
          saves
          isOn={song.vetos.some(({ membershipId }) => membershipId === ownId)}
          onChange={(isVetoed) => handlers.giveFeedback({ songId, isVetoed })}
        />
      </div>
      {charts}
      <Suspense>
        <MarksOfSong bandId={song.bandId} song={song} />
      </Suspense>
      {members ? <MemberFeedback {...{ song, members, ownId }} /> : <Skeleton className="h-24" />}
      <Suspense>
        <FoldedNotes
          bandId={song.bandId}
          membershipId={ownId}
          isAdmin={isAdmin}
          about={{ kind: 'song', id: songId }}
          name={song.title}
          noteCount={song.noteCount}
          hasUnreadNotes={song.hasUnreadNotes}
        />
      </Suspense>
      <div className="flex flex-row-reverse flex-wrap justify-end gap-2 md:flex-row md:justify-between">
        {song.spotifyUrl && (
          <a
            href={song.spotifyUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClassNameFor({ variant: 'secondary', size: 'narrow' })}
          >
            <ExternalLink aria-hidden="true" className="size-5" />
            Listen on Spotify
          </a>
        )}
        <Button
          variant="dangerQuiet"
          size="narrow"
          className="-ml-2 md:-mr-3 md:ml-auto"
          saves
          onClick={() => handlers.remove(song)}
        >
          <Trash2 aria-hidden="true" className="size-5" />
          Remove
        </Button>
      </div>
    </div>
  )
}

type MemberFeedbackProps = { song: Song; members: readonly Membership[]; ownId: string }

function MemberFeedback({ song, members, ownId }: MemberFeedbackProps) {
  return (
    <ul aria-label="Everybody" className="grid grid-cols-1 gap-x-8 md:grid-cols-2">
      {members.map((member) => {
        const isVetoed = song.vetos.some(({ membershipId }) => membershipId === member.id)
        return (
          <li
            key={member.id}
            className="flex min-h-11 items-center gap-3 @max-[16rem]:flex-wrap border-t border-hairline py-1.5"
          >
            <MemberAvatar member={member} size="xs" isRound />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
              <span className="min-w-0 break-words">{member.displayName}</span>
              {member.id === ownId && <Badge>You</Badge>}
            </span>
            <span className="grid justify-items-end gap-0.5 text-sm">
              <ReadinessLabel status={readinessOfMember(song, member.id)} />
              {isVetoed && (
                <span className="inline-flex items-center gap-1.5 font-semibold text-danger">
                  <Ban aria-hidden="true" className="size-4.5" />
                  Veto
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
