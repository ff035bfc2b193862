import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { formatDuration, numberSongs, type SetlistItem } from '@gaffer/domain/set-lists/set-list'
import type { Chart } from '@gaffer/domain/charts/chart'
import { clsx } from 'clsx'
import { List, Music, X } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ChartHandle } from '#features/charts/chart-surface.tsx'
import type { PageView } from '#features/charts/fit-page.ts'
import type { Setlist } from '#features/set-lists/queries.ts'
import type { Song } from '#features/songs/queries.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import type { MembershipKey } from '#lib/me.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useTurnKeys, useTurnSwipe } from '#ui/use-turn-controls.ts'
import { FittedTitle } from './fitted-title.tsx'
import { ChartControls, SongChoice, StageChrome, useStageChoice } from './stage-controls.tsx'

/** Loaded on demand, so that a set list without charts does not wait for it. */
const StageChart = lazyPart(() => import('./stage-chart.tsx'), 'StageChart')

type Props = {
  setlist: Setlist
  songs: readonly Song[]
  charts: readonly Chart[]
  membership: MembershipKey
  onLeave: () => void
}
type Slide = { item: SetlistItem; song: Song | undefined; title: string }

/** The share of the width at each side of a chart in which a tap turns the page. */
const tapZoneShare = 0.3

export function StageView({ setlist, songs, charts, membership, onLeave }: Props) {
  const slides = useMemo(() => slidesOf(setlist, songs), [setlist, songs])
  const [slideIndex, setSlideIndex] = useState(0)
  const [isList, setList] = useState(false)
  const [fit, setFit] = useState<PageView['fit']>('page')
  const [isScrolling, setScrolling] = useState(false)
  const [shownAt, setShownAt] = useState(0)
  const { chartFor, choose } = useStageChoice(charts)
  const surface = useRef<ChartHandle>(null)
  const isScreenKeptOn = useWakeLock()
  const current = Math.min(slideIndex, Math.max(0, slides.length - 1))
  const { item, song } = slides[current] ?? {}
  const chart = isList ? null : chartFor(song?.id ?? null)

  function showSlide(index: number) {
    setSlideIndex(index)
    setScrolling(false)
    setShownAt(Date.now())
  }
  /** Turns a page of the chart; without one, or beyond its first or last page, shows the previous or next entry. */
  function turn(by: 1 | -1) {
    if (chart && surface.current?.turn(by)) return
    const next = Math.max(0, Math.min(slides.length - 1, current + by))
    if (next !== current) showSlide(next)
  }
  useTurnKeys(turn, onLeave)
  const { swipeProps, isSwipe } = useTurnSwipe(turn, (at) => {
    if (!chart) return
    if (at < tapZoneShare) turn(-1)
    else if (at > 1 - tapZoneShare) turn(1)
    else setShownAt(Date.now())
  })

  return (
    // A text chart begins below the controls, which take two rows on a phone.
    <main
      {...swipeProps}
      className="relative flex h-dvh touch-pan-y flex-col bg-[#000] text-text select-none [--text-chart-top:calc(5.5rem+env(safe-area-inset-top))] sm:[--text-chart-top:calc(4rem+env(safe-area-inset-top))]"
    >
      <h1 className="sr-only">{setlist.name}</h1>
      <StageContent
        slides={slides}
        current={current}
        isList={isList}
        chart={chart}
        onChoose={showSlide}
        onTurn={(by) => !isSwipe() && turn(by)}
      >
        {chart && (
          <StageChart
            key={`${item?.id} ${chart.id} ${chart.version}`}
            chart={chart}
            membership={membership}
            view={{ fit, zoom: 1 }}
            ref={surface}
            scrollSeconds={isScrolling ? scrollSecondsOf(slides[current]) : null}
            onScrolled={() => setScrolling(false)}
          />
        )}
      </StageContent>
      <StageChrome isHiding={chart !== null} shownAt={shownAt}>
        {chart && (
          <>
            {/* On a phone the title has its own line, because the controls fill the other line. */}
            <p className="min-w-0 flex-1 basis-full truncate px-3 pt-2 text-sm text-muted sm:basis-0 sm:pt-0">
              <b className="text-base text-text">{slides[current]?.title}</b> {describePlace(slides, current)}
            </p>
            <ChartControls
              isText={chart.kind === 'text'}
              isScrolling={isScrolling}
              fit={fit}
              onTurn={turn}
              onFit={() => setFit(fit === 'page' ? 'width' : 'page')}
              onScroll={() => setScrolling(!isScrolling)}
            />
          </>
        )}
        <SongChoice
          charts={isList ? [] : charts.filter(({ songId }) => songId === song?.id)}
          shown={chart}
          onChoose={choose}
        />
        <ListToggle isList={isList} onToggle={() => setList(!isList)} />
        <IconButton label="Leave stage view" icon={<X aria-hidden="true" className="size-5" />} onClick={onLeave} />
      </StageChrome>
      {!isScreenKeptOn && (
        <p className="pointer-events-none absolute inset-x-0 bottom-0 bg-[#000c] pb-safe text-center text-sm text-muted">
          {setlistMessages.stageMayDim}
        </p>
      )}
    </main>
  )
}

function ListToggle({ isList, onToggle }: { isList: boolean; onToggle: () => void }) {
  const Icon = isList ? Music : List
  return (
    <IconButton
      label={isList ? 'One song' : 'Whole list'}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={onToggle}
    />
  )
}

type StageContentProps = {
  slides: readonly Slide[]
  current: number
  isList: boolean
  chart: Chart | null
  onChoose: (index: number) => void
  onTurn: (by: 1 | -1) => void
  children: ReactNode
}

function StageContent({ slides, current, isList, chart, onChoose, onTurn, children }: StageContentProps) {
  if (slides.length === 0) return <p className="m-auto p-6 text-2xl text-muted">{setlistMessages.setlistEmpty}</p>
  if (isList) return <WholeList slides={slides} current={current} onChoose={onChoose} />
  if (chart) {
    return (
      <>
        <output className="sr-only">{slides[current]?.title}</output>
        <Suspense>{children}</Suspense>
      </>
    )
  }
  return (
    <>
      <TurnButton label="Previous" side="left-0" onPress={() => onTurn(-1)} />
      <TurnButton label="Next" side="right-0" onPress={() => onTurn(1)} />
      <OneEntry slides={slides} current={current} />
    </>
  )
}

/** Seconds in which a text chart scrolls if its song has no length. */
const defaultScrollSeconds = 240

function scrollSecondsOf(slide: Slide | undefined): number {
  return slide?.item.durationSeconds ?? slide?.song?.durationSeconds ?? defaultScrollSeconds
}

function slidesOf({ items }: Setlist, songs: readonly Song[]): Slide[] {
  const songsById = new Map(songs.map((song) => [song.id, song]))
  return items.map((item) => {
    const song = item.songId === null ? undefined : songsById.get(item.songId)
    return { item, song, title: song?.title ?? item.label ?? '' }
  })
}

/** A button over half of the screen. A tap does not focus it, so that the page still gets the keys of a pedal. */
function TurnButton({ label, side, onPress }: { label: string; side: 'left-0' | 'right-0'; onPress: () => void }) {
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

function OneEntry({ slides, current }: { slides: readonly Slide[]; current: number }) {
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
      <p className="pb-6 text-2xl break-words text-muted">{describePlace(slides, current)}</p>
    </div>
  )
}

/** "2 of 9 · Next: Ruby". Only songs are counted; of a break, the song after it is named too. */
function describePlace(slides: readonly Slide[], current: number): string {
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

type WholeListProps = { slides: readonly Slide[]; current: number; onChoose: (index: number) => void }

function WholeList({ slides, current, onChoose }: WholeListProps) {
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

/**
 * Keeps the screen on while the component is mounted. The browser releases the lock when the page is hidden, so it is requested
 * again when the page is visible. Returns false if the browser has no wake lock or refuses it.
 */
function useWakeLock(): boolean {
  const [isHeld, setHeld] = useState(true)
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    async function requestLock() {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isUnmounted) await lock.release()
        else setHeld(true)
      } catch {
        // The browser has no wake lock, or refuses it, for instance at a low battery level.
        if (!isUnmounted) setHeld(false)
      }
    }
    const requestAgain = () => void requestLock()
    void requestLock()
    document.addEventListener('visibilitychange', requestAgain)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', requestAgain)
      void lock?.release()
    }
  }, [])
  return isHeld
}
