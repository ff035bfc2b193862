import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { memo, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { cardClassName } from '#ui/card.tsx'
import { UnreadDot } from '#ui/badge.tsx'
import { CoverArt } from './cover-art.tsx'
import { ReadinessButton, readinessOfMember, ReadinessTally } from '#features/songs/readiness.tsx'
import { SongDetails, type SongHandlers } from './song-details.tsx'

type Props = {
  song: Song
  /** A link leads to this song. */
  isOpenAtFirst?: boolean
  /** Whether the search above the list hides the song. */
  isHidden: boolean
  /** Undefined while loading. */
  members: readonly Membership[] | undefined
  ownId: string
  /** The charts of the song, for its details. */
  renderCharts?: (song: Song) => ReactNode
  actions: SongHandlers
}

export const SongRow = memo(function SongRow({
  song,
  isOpenAtFirst = false,
  isHidden,
  members,
  ownId,
  renderCharts,
  actions,
}: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const row = useRef<HTMLLIElement>(null)
  const isOut = song.vetos.length > 0

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
            <CoverArt src={song.imageUrl} className={clsx('@max-[16rem]:hidden', isOut && 'opacity-50 grayscale')} />
            <span className="min-w-0 flex-1 md:flex md:items-center md:gap-6">
              <span className="block min-w-0 md:flex-1">
                <span
                  data-title=""
                  className={clsx(
                    'font-semibold break-words',
                    isOpen ? 'block' : 'line-clamp-2',
                    isOut && 'text-muted',
                  )}
                >
                  {song.title}
                </span>
                <span className="sr-only">, </span>
                <span className={clsx('block text-sm text-muted', isOpen ? 'break-words' : 'truncate')}>
                  {song.artist}
                </span>
                {song.hasUnreadNotes && <UnreadDot label="Unread notes" />}
              </span>
              <span className="mt-0.5 flex items-center justify-between gap-2 md:mt-0 md:gap-4">
                <span className="flex items-center gap-2">
                  <ReadinessTally song={song} memberIds={members?.map((member) => member.id)} />
                  <WaitingToSendMark about={song.id} isSmall />
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
          onRaise={(status) => actions.say({ songId: song.id, status })}
          onChoose={openChoice}
        />
      </div>
      {isOpen && <SongDetails {...{ id, song, members, ownId, actions }} charts={renderCharts?.(song)} />}
    </li>
  )
})
