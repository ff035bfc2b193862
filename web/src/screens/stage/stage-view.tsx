import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { formatDuration, numberSongs, type SetlistItem } from '@gaffer/domain/set-lists/set-list'
import { clsx } from 'clsx'
import { List, Music, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Setlist } from '#features/set-lists/queries.ts'
import type { Song } from '#features/songs/queries.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { FittedTitle } from './fitted-title.tsx'
import { useStageKeys, useStageSwipe } from './use-stage-controls.ts'
import { useWakeLock } from './use-wake-lock.ts'

type Props = { setlist: Setlist; songs: readonly Song[]; onLeave: () => void }
type Slide = { item: SetlistItem; song: Song | undefined; title: string }

export function StageView({ setlist, songs, onLeave }: Props) {
  const slides = useMemo(() => slidesOf(setlist, songs), [setlist, songs])
  const [place, setPlace] = useState(0)
  const [isList, setList] = useState(false)
  const isAwake = useWakeLock()
  const current = Math.min(place, Math.max(0, slides.length - 1))
  const turn = (by: 1 | -1) => setPlace(Math.max(0, Math.min(slides.length - 1, current + by)))
  useStageKeys(turn, onLeave)
  const { swipeProps, isSwipe } = useStageSwipe(turn)

  return (
    <main {...swipeProps} className="relative flex h-dvh touch-pan-y flex-col bg-[#000] text-text select-none">
      <h1 className="sr-only">{setlist.name}</h1>
      {slides.length === 0 ? (
        <p className="m-auto p-6 text-2xl text-muted">{setlistMessages.setlistEmpty}</p>
      ) : isList ? (
        <WholeList slides={slides} current={current} onChoose={(index) => setPlace(index)} />
      ) : (
        <>
          <Zone label="Previous" side="left-0" onPress={() => !isSwipe() && turn(-1)} />
          <Zone label="Next" side="right-0" onPress={() => !isSwipe() && turn(1)} />
          <OneSong slides={slides} current={current} />
        </>
      )}
      <div className="absolute top-[env(safe-area-inset-top)] right-1 flex">
        <IconButton
          label={isList ? 'One song' : 'Whole list'}
          icon={
            isList ? <Music aria-hidden="true" className="size-5" /> : <List aria-hidden="true" className="size-5" />
          }
          onClick={() => setList(!isList)}
        />
        <IconButton label="Leave stage view" icon={<X aria-hidden="true" className="size-5" />} onClick={onLeave} />
      </div>
      {!isAwake && (
        <p className="absolute inset-x-0 bottom-0 pb-safe text-center text-sm text-muted">
          {setlistMessages.stageMayDim}
        </p>
      )}
    </main>
  )
}

function slidesOf({ items }: Setlist, songs: readonly Song[]): Slide[] {
  const byId = new Map(songs.map((song) => [song.id, song]))
  return items.map((item) => {
    const song = item.songId === null ? undefined : byId.get(item.songId)
    return { item, song, title: song?.title ?? item.label ?? '' }
  })
}

/** A button over half of the screen. A tap does not focus it, so that the page still gets the keys of a pedal. */
function Zone({ label, side, onPress }: { label: string; side: 'left-0' | 'right-0'; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={clsx('absolute inset-y-0 w-1/2 -outline-offset-4', side)}
    />
  )
}

function OneSong({ slides, current }: { slides: readonly Slide[]; current: number }) {
  const { item, song, title } = slides[current] as Slide
  const length = item.songId === null && item.durationSeconds !== null && formatDuration(item.durationSeconds)
  const facts = [song?.key, song?.tempo && `${song.tempo} bpm`, length].filter(Boolean).join(' · ')
  return (
    <div className="pointer-events-none flex min-h-0 flex-1 flex-col gap-2 px-4 pt-12 pb-safe text-center sm:px-8">
      <output className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-[2.5vmin] overflow-y-auto">
        <FittedTitle key={title} text={title} />
        {facts && <span className="text-[clamp(1.5rem,9vmin,4rem)] leading-tight text-accent">{facts}</span>}
        {item.note && <span className="text-[clamp(1.5rem,7vmin,2.75rem)] leading-tight break-words">{item.note}</span>}
        {song?.note && (
          <span className="text-[clamp(1.5rem,7vmin,2.75rem)] leading-tight break-words whitespace-pre-wrap text-muted">
            {song.note}
          </span>
        )}
      </output>
      <p className="pb-6 text-2xl break-words text-muted">{placeText(slides, current)}</p>
    </div>
  )
}

/** "2 of 9 · Next: Ruby". Only songs are counted; of a break, the song after it is named too. */
function placeText(slides: readonly Slide[], current: number): string {
  const numbers = numberSongs(slides.map(({ item }) => item))
  const number = numbers[current] ?? null
  const [next, ...later] = slides.slice(current + 1)
  const song = next?.item.songId === null ? later.find(({ item }) => item.songId !== null) : undefined
  return [
    number !== null && `${number} of ${numbers.filter(Boolean).length}`,
    next && `Next: ${[next.title, song?.title].filter(Boolean).join(', then ')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

type ListProps = { slides: readonly Slide[]; current: number; onChoose: (index: number) => void }

function WholeList({ slides, current, onChoose }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'center' })
  }, [current])
  return (
    <ol ref={list} aria-label="Set list" className="min-h-0 flex-1 overflow-y-auto px-4 pt-14 pb-6">
      {slides.map(({ item, song, title }, index) => (
        <li key={item.id}>
          <button
            type="button"
            aria-current={index === current || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
            className={clsx(
              'flex min-h-12 w-full flex-wrap items-baseline justify-between gap-x-4 py-2 text-left text-2xl',
              item.songId === null && 'border-y border-dashed border-control',
              index === current ? 'font-bold text-accent' : 'text-text',
            )}
          >
            <span className="min-w-0 flex-1 basis-36 break-words">{title}</span>
            <span className="shrink-0 text-muted empty:hidden">{song?.key}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
