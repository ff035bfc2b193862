import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { AudioLines, ExternalLink, ListChecks, ListOrdered, Plus, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { usePracticePlaylistLink } from '#features/spotify/queries.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { FloatingButton } from '#ui/floating-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { forcedColorsSelectedClassName } from '#ui/tabs.tsx'

type Props = {
  bandId: string
  band: string
  hasTabs: boolean
  /** The number of songs; undefined while loading. */
  count: number | undefined
  isRefreshing: boolean
  onRefresh: () => void
  onAdd: () => void
  isSelecting: boolean
  onSelect: () => void
  selectButton: RefObject<HTMLButtonElement | null>
}

export function SongsHeading(props: Props) {
  const { bandId, band, hasTabs, count, isRefreshing, onRefresh, onAdd, isSelecting, onSelect, selectButton } = props
  const playlist = usePracticePlaylistLink()
  return (
    <PageHeading
      title="Practice List"
      text={[band, count !== undefined && `${count} ${count === 1 ? 'song' : 'songs'}`].filter(Boolean).join(' · ')}
      actions={
        // On phones the buttons have a row of their own: beside the number of songs, which is loaded later, they would move down.
        <div className="flex w-full flex-wrap items-center gap-2 md:w-auto">
          {!hasTabs && (
            <Link to="/setlists" className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}>
              <ListOrdered aria-hidden="true" className="size-4.5" />
              Set lists
            </Link>
          )}
          <Link
            to="/bands/$bandId/recordings"
            params={{ bandId }}
            className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
          >
            <AudioLines aria-hidden="true" className="size-4.5" />
            Recordings
          </Link>
          {playlist && (
            <a
              href={playlist.url}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
            >
              <ExternalLink aria-hidden="true" className="size-4.5" />
              Open in Spotify
            </a>
          )}
          <IconButton
            label="Refresh"
            aria-busy={isRefreshing || undefined}
            icon={<RefreshCw aria-hidden="true" className={clsx('size-5', isRefreshing && 'animate-spin')} />}
            onClick={onRefresh}
          />
          {count !== undefined && count > 0 && (
            <IconButton
              ref={selectButton}
              label="Select songs"
              aria-pressed={isSelecting}
              icon={<ListChecks aria-hidden="true" className="size-5" />}
              onClick={onSelect}
              className={clsx(isSelecting && `bg-lit text-text ${forcedColorsSelectedClassName}`)}
            />
          )}
          {!isSelecting && <AddSongButton onPress={onAdd} />}
        </div>
      }
    />
  )
}

/** Floats on small screens, and loses its text once the list is scrolled. */
function AddSongButton({ onPress }: { onPress: () => void }) {
  const mark = useRef<HTMLSpanElement>(null)
  const [isSmall, setSmall] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSmall(entry?.isIntersecting === false))
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <span ref={mark} className="absolute top-20" />
      <FloatingButton
        label="Add Song"
        icon={<Plus aria-hidden="true" className="shrink-0" />}
        isExpanded={!isSmall}
        onClick={onPress}
        className="xl:hidden"
      />
      <Button onClick={onPress} className="max-xl:hidden">
        <Plus aria-hidden="true" className="size-6 shrink-0" />
        Add Song
      </Button>
    </>
  )
}
