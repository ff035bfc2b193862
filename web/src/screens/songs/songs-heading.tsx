// Above the practice list: whose it is, and what can be done to the whole of it.

import { clsx } from 'clsx'
import { ExternalLink, ListChecks, Plus, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { usePracticePlaylist } from '#api/spotify.ts'
import { PageHeading } from '#components/page-heading.tsx'
import { buttonClassName } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type Props = {
  band: string
  /** Undefined until it is known. */
  count: number | undefined
  isRefreshing: boolean
  onRefresh: () => void
  onAdd: () => void
  isSelecting: boolean
  onSelect: () => void
  selectButton: RefObject<HTMLButtonElement | null>
}

export function SongsHeading(props: Props) {
  const { band, count, isRefreshing, onRefresh, onAdd, isSelecting, onSelect, selectButton } = props
  const playlist = usePracticePlaylist()
  return (
    <PageHeading
      title="Practice List"
      text={[band, count !== undefined && `${count} ${count === 1 ? 'song' : 'songs'}`].filter(Boolean).join(' · ')}
      actions={
        <div className="flex items-center gap-2">
          {playlist && (
            <a
              href={playlist.url}
              target="_blank"
              rel="noopener noreferrer"
              className={`${buttonClassName({ variant: 'secondary' })} min-h-11! px-4! text-sm!`}
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
              className="aria-pressed:bg-lit aria-pressed:text-text"
            />
          )}
          {!isSelecting && <AddButton onPress={onAdd} />}
        </div>
      }
    />
  )
}

/** In reach of a thumb where there is one. Once the list is under way it makes itself small. */
function AddButton({ onPress }: { onPress: () => void }) {
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
      <button
        type="button"
        onClick={onPress}
        className={clsx(
          'flex min-h-12 items-center bg-accent font-semibold text-bg xl:rounded-control xl:bg-text xl:px-5 xl:hover:bg-muted forced-colors:border',
          'max-xl:fixed max-xl:right-4 max-xl:bottom-[calc(5rem+env(safe-area-inset-bottom))] max-xl:z-20 max-xl:h-14 max-xl:min-w-14 max-xl:justify-center max-xl:rounded-full max-xl:shadow-2xl',
          !isSmall && 'max-xl:pr-5 max-xl:pl-4',
        )}
      >
        <Plus aria-hidden="true" className="size-6 shrink-0" />
        <span
          className={clsx(
            'overflow-hidden whitespace-nowrap transition-[max-width,padding] duration-220 xl:max-w-none! xl:pl-2!',
            isSmall ? 'max-w-0 pl-0' : 'max-w-24 pl-2',
          )}
        >
          Add Song
        </span>
      </button>
    </>
  )
}
